/** The service worker's part of push notifications, in a worker that only pretends to be one. */
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { later } from "#tools/testing/later.ts";

const script = readFileSync(new URL("public/push-handlers.js", import.meta.url), "utf8");
const origin = "https://shop.example";

interface Window {
  url: string;
  focused: number;
  /** False: the window was open before the service worker was installed. */
  isControlled: boolean;
  /** Missing: the tab is hidden. */
  visibilityState?: "visible";
  /** Opens addresses itself, as a signed-in page does. */
  answers?: boolean;
  /** What it opened itself. */
  led?: unknown;
}

/** No test waits as long as a phone does for a page that does not answer. */
const soon = (work: () => void) => later(20, work);

let windows: Window[];
let opened: string[];
let shown: { title: string; options: object }[];
let handlers: Map<string, (event: object) => void>;

beforeEach(() => {
  windows = [];
  opened = [];
  shown = [];
  handlers = new Map();
  const self = {
    location: { origin },
    addEventListener: (type: string, handler: (event: object) => void) => handlers.set(type, handler),
    registration: {
      showNotification: async (title: string, options: object) => void shown.push({ title, options }),
    },
    clients: {
      matchAll: async () => windows.map(clientOf),
      openWindow: async (url: string) => void opened.push(url),
    },
  };
  runInContext(script, createContext({ self, URL, MessageChannel, setTimeout: soon }));
});

function clientOf(window: Window) {
  return {
    url: window.url,
    visibilityState: window.visibilityState ?? "hidden",
    focus: async () => void (window.focused += 1),
    postMessage: (data: unknown, [port]: [MessagePort]) => {
      if (window.answers !== true) return;
      window.led = data;
      port.postMessage("opened");
    },
    navigate: async (url: string) => {
      if (!window.isControlled) throw new TypeError("not controlled");
      window.url = url;
    },
  };
}
const open = (path: string, isControlled = true): Window => {
  const window = { url: `${origin}${path}`, focused: 0, isControlled };
  windows.push(window);
  return window;
};
async function fire(type: string, event: object): Promise<void> {
  let work: Promise<unknown> | undefined;
  handlers.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
  await work;
}
const push = (data: unknown) => fire("push", { data });
async function tap(path: unknown): Promise<{ isClosed: boolean }> {
  const seen = { isClosed: false };
  const notification = { data: { path }, close: () => (seen.isClosed = true) };
  await fire("notificationclick", { notification });
  return seen;
}

test("a push shows its title and text, and replaces an older notification about the same order", async () => {
  const message = { title: "Order completed", text: "1 GB for 024 412 3456", path: "/home", tag: "order-1" };
  await push({ json: () => message });
  const { title, text: body, path, tag } = message;
  expect(shown).toEqual([{ title, options: { body, tag, icon: "/icons/icon-192.png", data: { path } } }]);
});

test.each<[string, string, "visible" | undefined, number]>([
  ["an office that is in sight", "/admin/orders", "visible", 0],
  ["an office in a hidden tab", "/admin/orders", undefined, 1],
  ["the customer's pages in sight", "/home", "visible", 1],
])("a push about the office beside %s", async (_, path, visibilityState, count) => {
  Object.assign(open(path), visibilityState && { visibilityState });
  await push({
    json: () => ({ title: "1 order is pending", text: "", path: "/admin/orders", tag: "office-orders" }),
  });
  expect(shown).toHaveLength(count);
  await push({ json: () => ({ title: "Order completed", text: "", path: "/home", tag: "order-1" }) });
  expect(shown).toHaveLength(count + 1);
});

test.each([
  ["is empty", null],
  ["is not JSON", { json: () => JSON.parse("{") as unknown }],
])(
  "a push that %s still shows something, because browsers withdraw the permission otherwise",
  async (_, data) => {
    await push(data);
    expect(shown).toMatchObject([{ title: "News about your account", options: { data: { path: "/home" } } }]);
  },
);

test("a tap closes the notification and opens its path in a new window if none is open", async () => {
  expect(await tap("/home/my-transactions?receipt=7")).toEqual({ isClosed: true });
  expect(opened).toEqual([`${origin}/home/my-transactions?receipt=7`]);
});

test("a tap focuses the window that shows the path, without loading it again", async () => {
  const [other, same] = [open("/home"), open("/home/topup")];
  await tap("/home/topup");
  expect([other.focused, same.focused]).toEqual([0, 1]);
  expect(opened).toEqual([]);
});

test("a tap focuses an open window of the shop and leads it to the path", async () => {
  const window = open("/home");
  await tap("/home/topup");
  expect(window).toMatchObject({ url: `${origin}/home/topup`, focused: 1 });
  expect(opened).toEqual([]);
});

test("a tap lets an open page that can do so open the path itself, without loading anew", async () => {
  const window = open("/home");
  window.answers = true;
  await tap("/home/my-transactions?receipt=7");
  expect(window).toMatchObject({
    url: `${origin}/home`,
    focused: 1,
    led: { open: "/home/my-transactions?receipt=7" },
  });
  expect(opened).toEqual([]);
});

test("a tap opens a new window if the open one cannot be led to the path", async () => {
  open("/home", false);
  await tap("/home/topup");
  expect(opened).toEqual([`${origin}/home/topup`]);
});

test.each(["https://evil.example/", "//evil.example/home", "javascript:alert(1)", "http://[", 7, undefined])(
  "a tap on a notification with the path %s opens the shop's home page",
  async (path) => {
    await tap(path);
    expect(opened).toEqual([`${origin}/home`]);
  },
);
