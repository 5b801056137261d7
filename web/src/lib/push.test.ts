import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionRecord } from "#contract/sessions.ts";
import { readPushState, renewPush, setOfficePush, turnPushOff, turnPushOn } from "./push.ts";
import { forgetSession, signIn } from "./session.ts";

const key = "BN3hf4Pj2dXqVtUVUSQB5L0M4B9lr5PNeDKMZjjBHmqaUgGXYbBPQnh6HUVqN-_0GZR5aLO7vGZqVkPGSxgK2t8";
const otherKey = `BAAA${key.slice(4)}`;

type Permission = "default" | "granted" | "denied";
interface Fake {
  endpoint: string;
  options: { applicationServerKey: ArrayBuffer };
  toJSON(): object;
  unsubscribe(): Promise<boolean>;
}

let calls: { path: string; body: unknown }[];
let current: Fake | null;
let made: number;
let permission: Permission;
let asked: Permission;

beforeEach(() => {
  [calls, current, made, permission, asked] = [[], null, 0, "default", "granted"];
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string }) => {
    calls.push({ path, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    return new Response(JSON.stringify({ publicKey: key, subscribed: true }));
  });
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
      (current = subscriptionWith(applicationServerKey)),
  };
  vi.stubGlobal("navigator", {
    serviceWorker: { getRegistration: async () => ({ active: {}, pushManager }) },
  });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => (permission = asked),
  });
  become("ama");
});
afterEach(() => {
  forgetSession("logout");
  vi.unstubAllGlobals();
});

/** Signs in as this user, in place of anybody else. */
function become(user: string): void {
  forgetSession("logout");
  signIn({ _id: user, token: `token of ${user}`, userLevel: "Customer" } as SessionRecord);
}

function subscriptionWith(applicationServerKey: string): Fake {
  const endpoint = `https://push.example/${++made}`;
  const bytes = Uint8Array.from(Buffer.from(applicationServerKey, "base64url")).buffer;
  return {
    endpoint,
    options: { applicationServerKey: bytes },
    toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
}
const sent = (path: string) => calls.filter((call) => call.path === `/api${path}`).map(({ body }) => body);

test.each(["PushManager", "Notification"])("push is unsupported in a browser without %s", async (name) => {
  vi.stubGlobal(name, undefined);
  Reflect.deleteProperty(globalThis, name);
  expect(await readPushState()).toBe("unsupported");
  expect(await turnPushOn()).toBe("unsupported");
});

test("push is unsupported while no service worker is installed", async () => {
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => undefined } });
  expect(await readPushState()).toBe("unsupported");
  expect(await turnPushOff()).toBe("unsupported");
});

test("push that is turned on is subscribed with the shop's key and known to the server", async () => {
  expect(await readPushState()).toBe("off");
  expect(await turnPushOn()).toBe("on");
  expect(await readPushState()).toBe("on");
  expect(Buffer.from(current!.options.applicationServerKey).toString("base64url")).toBe(key);
  expect(sent("/user/push/subscribe")).toEqual([
    { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } },
  ]);
});

test.each<[Permission, string]>([
  ["denied", "denied"],
  ["default", "off"],
])("a user who answers the browser's question with %s is not subscribed", async (given, state) => {
  asked = given;
  expect(await turnPushOn()).toBe(state);
  expect(await readPushState()).toBe(state);
  expect([current, calls]).toEqual([null, []]);
});

test("push that is turned off is off in the browser and on the server", async () => {
  await turnPushOn();
  expect(await turnPushOff()).toBe("off");
  expect(current).toBeNull();
  expect(sent("/user/push/unsubscribe")).toEqual([{ endpoint: "https://push.example/1" }]);
});

test("the next sign-in of the same user turns push on again, with the browser's subscription", async () => {
  await turnPushOn();
  become("ama");
  calls = [];
  await renewPush();
  expect(await readPushState()).toBe("on");
  expect(sent("/user/push/subscribe")).toMatchObject([{ endpoint: "https://push.example/1" }]);
});

test("a sign-in turns nothing on in a browser whose user has not, or has turned it off", async () => {
  permission = "granted";
  await renewPush();
  await turnPushOn();
  await turnPushOff();
  calls = [];
  await renewPush();
  expect([current, calls]).toEqual([null, []]);
});

test("another user of the browser gets nothing of the previous one, who gets push again when they come back", async () => {
  await turnPushOn();
  become("kofi");
  expect(await readPushState()).toBe("off");
  await renewPush();
  expect(current).toBeNull();
  become("ama");
  await renewPush();
  expect(await readPushState()).toBe("on");
  expect(sent("/user/push/subscribe")).toMatchObject([
    { endpoint: "https://push.example/1" },
    { endpoint: "https://push.example/2" },
  ]);
});

test("a subscription with a key that the shop no longer uses is replaced", async () => {
  await turnPushOn();
  current = subscriptionWith(otherKey);
  await renewPush();
  expect(sent("/user/push/subscribe").at(-1)).toMatchObject({ endpoint: "https://push.example/3" });
  expect(Buffer.from(current.options.applicationServerKey).toString("base64url")).toBe(key);
});

test("push tells of the office only while that is on, also after the next sign-in, and stays on without it", async () => {
  const offices = () =>
    calls
      .filter(({ path }) => path.endsWith("/subscribe"))
      .map(({ body }) => Reflect.get(body as object, "office"));
  expect(await setOfficePush(true)).toBe("on");
  become("ama");
  await renewPush();
  expect(await setOfficePush(false)).toBe("on");
  become("ama");
  await renewPush();
  expect(offices()).toEqual([true, true, undefined, undefined]);
});
