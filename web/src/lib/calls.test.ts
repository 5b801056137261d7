import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionRecord } from "#contract/sessions.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./api.ts";
import { commandSender, isLost } from "./command.ts";
import { forgetCommands, unansweredCommands } from "./unanswered.ts";
import { forgetSession, getSession, rereadSession, signIn } from "./session.ts";

type Reply = Response | Error;
interface Sent {
  path: string;
  token: string | null;
  key: string | null;
}

let sent: Sent[];
let reply: (sent: Sent) => Reply | Promise<Reply>;

beforeEach(() => {
  sent = [];
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("fetch", async (path: string, { headers }: { headers: Headers }) => {
    const one = { path, token: headers.get("authorization"), key: headers.get("idempotency-key") };
    sent.push(one);
    const answer = await reply(one);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  signIn(session("t1", "r1"));
});

afterEach(() => {
  forgetCommands(unansweredCommands().map(({ key }) => key));
  forgetSession("logout");
  vi.unstubAllGlobals();
});

const send = (body: object) => commandSender()({ method: "POST", path: "/order/create", body, isKept: true });

function storage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

function session(token: string, refreshToken: string): SessionRecord {
  return {
    _id: "u",
    username: "ama",
    email: "",
    phone: "",
    firstName: "",
    lastName: "",
    userLevel: "Customer",
    status: "Active",
    isAdmin: false,
    registeredAt: "2026-11-01T08:00:00.000000Z",
    balance: 0,
    position: 1,
    token,
    refreshToken,
    apiKey: "",
  };
}

const refusal = (status: number, code = "x") =>
  Response.json({ message: "no", code, requestId: "" }, { status });

/** A server that accepts only the token t2 and gives it once, for the refresh token r1. */
function expired({ path, token }: Sent): Response {
  if (path === "/api/auth/refresh-token") return Response.json(session("t2", "r2"));
  return token === "Bearer t2" ? Response.json({ ok: true }) : refusal(401);
}

test("a 401 leads to one refresh and one retry", async () => {
  reply = expired;
  expect((await call("GET", "/x")).data).toEqual({ ok: true });
  expect(sent.map(({ path }) => path)).toEqual(["/api/x", "/api/auth/refresh-token", "/api/x"]);
  expect(getSession()?.refreshToken).toBe("r2");
});

test("many calls that meet a 401 together share one refresh", async () => {
  reply = expired;
  await Promise.all(["/a", "/b", "/c"].map((path) => call("GET", path)));
  expect(sent.filter(({ path }) => path === "/api/auth/refresh-token")).toHaveLength(1);
});

test("a tab that finds tokens renewed by another tab spends no refresh token", async () => {
  localStorage.setItem("userInfo", JSON.stringify(session("t2", "r2")));
  reply = expired;
  await call("GET", "/x");
  expect(sent.map(({ token }) => token)).toEqual(["Bearer t1", "Bearer t2"]);
});

test("a full storage does not stop the page, even if it holds older values", async () => {
  vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  reply = expired;
  expect((await call("GET", "/x")).data).toEqual({ ok: true });
  expect(getSession()?.refreshToken).toBe("r2");
  // The next refresh reads the stored session before it spends its token.
  expect(rereadSession()?.token).toBe("t2");
  forgetSession("logout");
  expect(rereadSession()).toBeNull();
});

test("a refused refresh signs out, but a refresh without an answer does not", async () => {
  reply = ({ path }) => (path === "/api/auth/refresh-token" ? new TypeError("network") : refusal(401));
  await expect(call("GET", "/x")).rejects.toMatchObject({ status: 0 });
  expect(getSession()?.token).toBe("t1");
  reply = () => refusal(401);
  await expect(call("GET", "/x")).rejects.toBeInstanceOf(ApiError);
  expect(getSession()).toBeNull();
  expect(localStorage.getItem("userInfo")).toBeNull();
});

test("a command keeps its key until there is an answer", async () => {
  const body = { packageId: "p", receiver: "0244123456" };
  const replies: Reply[] = [
    new TypeError("network"),
    refusal(503),
    Response.json({ done: 1 }),
    Response.json({ done: 2 }),
  ];
  reply = () => replies.shift() ?? new Error("too many");
  await expect(send(body)).rejects.toThrow(ApiError);
  await expect(send(body)).rejects.toThrow(ApiError);
  expect(unansweredCommands()).toMatchObject([{ body }]);
  expect(await send(body)).toEqual({ done: 1 });
  expect(unansweredCommands()).toEqual([]);
  expect(await send(body)).toEqual({ done: 2 });
  const keys = sent.map(({ key }) => key);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

test("several unanswered commands each keep their own key until their own answer", async () => {
  const a = { network: "A" };
  const b = { network: "B" };
  let answerA: (answer: Reply) => void = () => undefined;
  reply = () => new Promise<Reply>((resolve) => (answerA = resolve));
  const first = send(a);
  await expect.poll(() => sent.length).toBe(1);
  reply = () => new TypeError("network");
  await expect(send(b)).rejects.toThrow(ApiError);
  expect(unansweredCommands()).toMatchObject([{ body: a }, { body: b }]);
  answerA(Response.json({ done: "a" }));
  expect(await first).toEqual({ done: "a" });
  await expect(send(b)).rejects.toThrow(ApiError);
  expect(sent[2]?.key).toBe(sent[1]?.key);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test("the next user of the phone does not see or repeat what the last user sent without an answer", async () => {
  const body = { receiver: "0244123456" };
  reply = () => new TypeError("network");
  await expect(send(body)).rejects.toThrow(ApiError);
  forgetSession("logout");
  signIn({ ...session("t3", "r3"), _id: "another user" });
  expect(unansweredCommands()).toEqual([]);
  reply = () => Response.json({ done: 1 });
  await send(body);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
  signIn(session("t4", "r4"));
  expect(unansweredCommands()).toMatchObject([{ body, key: sent[0]?.key }]);
});

test("the form of a command without an answer is not stored, because others use the phone too", async () => {
  reply = () => new TypeError("network");
  const items = { card: "GHA-123456789-0" };
  await expect(send({ receiver: "0244123456", items })).rejects.toThrow(ApiError);
  expect(localStorage.getItem("unanswered")).toContain("0244123456");
  expect(localStorage.getItem("unanswered")).not.toContain("GHA-123456789-0");
  expect(unansweredCommands()).toMatchObject([{ body: { items } }]);
});

test("memory replaces a full storage until there is room again", async () => {
  const full = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  reply = () => new TypeError("network");
  await expect(send({ network: "A" })).rejects.toThrow(ApiError);
  full.mockRestore();
  await expect(send({ network: "B" })).rejects.toThrow(ApiError);
  expect(unansweredCommands()).toHaveLength(2);
  reply = () => Response.json({ done: 1 });
  await send({ network: "A" });
  expect(sent[2]?.key).toBe(sent[0]?.key);
  expect(unansweredCommands()).toMatchObject([{ body: { network: "B" } }]);
});

test("a refusal is an answer, so the next purchase has a new key", async () => {
  reply = () => refusal(409, "insufficient_balance");
  await expect(send({ receiver: "1" })).rejects.toThrow("no");
  expect(unansweredCommands()).toEqual([]);
  reply = () => new TypeError("network");
  await expect(send({ receiver: "2" })).rejects.toThrow(ApiError);
  await expect(send({ receiver: "3" })).rejects.toThrow(ApiError);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

test("a refusal that came before the ledger says nothing about an earlier attempt", async () => {
  const body = { receiver: "1" };
  const refusals = [
    refusal(429, "too_many_requests"),
    refusal(400, "invalid"),
    refusal(422, "key_reused"),
    refusal(403, "actor_banned"),
  ];
  reply = () => new TypeError("network");
  await expect(send(body)).rejects.toThrow(ApiError);
  for (const each of refusals) {
    reply = () => each;
    await expect(send(body)).rejects.toThrow(ApiError);
    signIn(session("t1", "r1"));
    expect(unansweredCommands()).toMatchObject([{ body }]);
  }
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  reply = () => refusal(409, "insufficient_balance");
  await expect(send(body)).rejects.toThrow(ApiError);
  expect(unansweredCommands()).toEqual([]);
});

test("gives up a command two minutes after its last attempt, and only if nobody has sent or answered it since", async () => {
  const now = vi.spyOn(Date, "now");
  const at = (minutes: number) => now.mockReturnValue(minutes * 60_000);
  reply = () => new TypeError("network");
  at(0);
  await expect(send({ receiver: "1" })).rejects.toThrow(ApiError);
  const [command] = unansweredCommands();
  at(1);
  await expect(send({ receiver: "1" })).rejects.toThrow(ApiError);
  at(2.5);
  expect(isLost(command!)).toBe(false);
  at(3);
  expect(isLost(command!)).toBe(true);
  reply = () => new Promise<Reply>(() => undefined);
  void send({ receiver: "1" });
  at(9);
  expect(isLost(command!)).toBe(false);
  forgetCommands([command!.key]);
  expect(isLost(command!)).toBe(false);
  now.mockRestore();
});

test("signs out a user who turns out to be banned, and nobody after any other refusal", async () => {
  const refusal = (code: string) => Response.json({ message: "No", code, requestId: "r" }, { status: 403 });
  reply = () => refusal("admin_only");
  await expect(call("GET", "/user")).rejects.toThrow(ApiError);
  expect(getSession()).not.toBeNull();
  reply = () => refusal("actor_banned");
  await expect(call("GET", "/user")).rejects.toThrow(ApiError);
  expect(getSession()).toBeNull();
});
