import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import type { TopupRecord } from "#contract/topups.ts";
import { applyChange, applyMessage, resumeMark, watchGaps } from "./apply.ts";
import { applyEvent, listing, reconcile, type Listing, type Rules } from "../lib/listing.ts";
import { liveQuery } from "./live-query.ts";
import { feedMark, forgetRecent } from "./recent.ts";

const rules: Rules<TopupRecord> = {
  key: (row) => row._id,
  list: "recharge",
  takes: (event) => (event.event === "rechargeUpdated" ? event.data : undefined),
  unknown: "insert",
  compare: (a, b) => Number(b._id) - Number(a._id),
};

let client: QueryClient;
let answers: ((list: Listing<TopupRecord>) => void)[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  answers = [];
  stop = watchGaps(client);
});

afterEach(() => {
  stop();
  client.clear();
  forgetRecent();
  vi.useRealTimers();
});

function row(id: number, position: number, status: TopupRecord["status"] = "pending"): TopupRecord {
  return {
    _id: String(id),
    rechargeId: `T-${id}`,
    amount: 50,
    status,
    purpose: "topup",
    momoTransactionId: null,
    reason: null,
    createdAt: "2026-11-21T10:00:00Z",
    actionTimestamp: null,
    decidedBy: null,
    user: { _id: "u", username: "ama", phone: "" },
    userId: "u",
    position,
  };
}

function change(data: TopupRecord): LiveEvent {
  return { event: "rechargeUpdated", data, position: data.position };
}

function options(override: Partial<Rules<TopupRecord>> = {}) {
  return liveQuery(["list"], () => new Promise<Listing<TopupRecord>>((resolve) => answers.push(resolve)), {
    ...rules,
    ...override,
  });
}

async function answer(rows: TopupRecord[], position: number): Promise<void> {
  answers.shift()?.(listing(rows, position));
  await vi.advanceTimersByTimeAsync(0);
}

function cached(): string[] {
  const data = client.getQueryData<Listing<TopupRecord>>(["list"]);
  return (data?.rows ?? []).map((each) => `${each._id}@${each.position} ${each.status}`);
}

test("an event replaces its row only if it is newer, and inserts a new row in the right place", async () => {
  void client.fetchQuery(options());
  await answer([row(3, 30), row(1, 10)], 30);
  applyMessage(client, change(row(1, 31, "approved")));
  applyMessage(client, change(row(1, 12, "declined")));
  applyMessage(client, change(row(2, 32)));
  expect(cached()).toEqual(["3@30 pending", "2@32 pending", "1@31 approved"]);
});

test("an older fetch never overwrites a newer event", async () => {
  void client.fetchQuery(options());
  await answer([row(1, 10)], 10);
  void client.refetchQueries({ queryKey: ["list"] });
  await vi.advanceTimersByTimeAsync(0);
  applyMessage(client, change(row(1, 20, "approved")));
  await answer([row(1, 10)], 15);
  expect(cached()).toEqual(["1@20 approved"]);
});

test("rows that the feed added after the fetch's position survive the fetch, and deleted rows do not", async () => {
  void client.fetchQuery(options());
  await answer([row(2, 10), row(1, 9)], 10);
  applyMessage(client, change(row(3, 20)));
  void client.refetchQueries({ queryKey: ["list"] });
  await vi.advanceTimersByTimeAsync(0);
  await answer([row(2, 10)], 15);
  expect(cached()).toEqual(["3@20 pending", "2@10 pending"]);
  void client.refetchQueries({ queryKey: ["list"] });
  await vi.advanceTimersByTimeAsync(0);
  await answer([row(2, 10)], 25);
  expect(cached()).toEqual(["2@10 pending"]);
});

test("an event that arrives during the first fetch is applied to its answer", async () => {
  void client.fetchQuery(options());
  applyMessage(client, change(row(1, 20, "approved")));
  applyMessage(client, change(row(2, 21)));
  await answer([row(1, 10)], 15);
  expect(cached()).toEqual(["2@21 pending", "1@20 approved"]);
});

test("the first hello names the oldest list's position, and later ones the feed's own", async () => {
  expect(resumeMark(client)?.position ?? null).toBeNull();
  void client.fetchQuery(options());
  await answer([row(1, 10)], 15);
  expect(resumeMark(client)?.position ?? null).toBe(15);
  applyMessage(client, { type: "welcome", position: 40, refetch: false });
  expect(feedMark()?.position).toBe(15);
  applyMessage(client, change(row(1, 38)));
  expect(resumeMark(client)?.position ?? null).toBe(15);
  applyMessage(client, { type: "caughtUp", position: 40 });
  expect(resumeMark(client)?.position ?? null).toBe(40);
  applyMessage(client, { type: "heartbeat", position: 43 });
  expect(resumeMark(client)?.position ?? null).toBe(43);
});

test("a client whose connection breaks between two rows of one position resumes before that position", async () => {
  void client.fetchQuery(options());
  await answer([row(1, 5)], 6);
  resumeMark(client);
  applyMessage(client, { type: "welcome", position: 6, refetch: false });
  applyMessage(client, { type: "caughtUp", position: 6 });
  applyMessage(client, change(row(1, 7, "approved")));
  applyMessage(client, { type: "approvals", position: 7 });
  expect(resumeMark(client)?.position ?? null).toBe(6);
});

test("events are replayed on an answer once, when it enters the cache", async () => {
  void client.fetchQuery(options());
  await answer([row(1, 10)], 10);
  for (let position = 11; position < 20; position++) applyMessage(client, change(row(2, position)));
  const keys = vi.fn<Rules<TopupRecord>["key"]>(rules.key);
  void client.fetchQuery({ ...options({ key: keys }), staleTime: 0 });
  await answer([row(1, 10)], 10);
  expect(cached()).toEqual(["2@19 pending", "1@10 pending"]);
  const replayed = keys.mock.calls.length;
  expect(replayed).toBeGreaterThan(0);
  new QueryObserver(client, options({ key: keys })).subscribe(() => {});
  const list = client.getQueryData<Listing<TopupRecord>>(["list"])!;
  client.setQueryData(["list"], { ...list, total: 9 });
  expect(keys.mock.calls.length).toBe(replayed);
});

test("the answer to this page's own command does not move the feed past other people's changes", async () => {
  resumeMark(client);
  applyMessage(client, { type: "welcome", position: 40, refetch: false });
  void client.fetchQuery(options());
  await answer([], 40);
  applyChange(client, change(row(1, 45)));
  expect(cached()).toEqual(["1@45 pending"]);
  expect(resumeMark(client)?.position ?? null).toBe(40);
});

test("a list that was fetched before the feed began is fetched again", async () => {
  new QueryObserver(client, options()).subscribe(() => {});
  resumeMark(client);
  applyMessage(client, { type: "welcome", position: 40, refetch: false });
  await answer([row(1, 10)], 39);
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers).toHaveLength(1);
  await answer([row(1, 40, "approved")], 41);
  await vi.advanceTimersByTimeAsync(5000);
  expect(answers).toHaveLength(0);
  expect(cached()).toEqual(["1@40 approved"]);
});

test("fetches every list again if the welcome asks for it", async () => {
  new QueryObserver(client, options()).subscribe(() => {});
  await answer([row(1, 10)], 15);
  resumeMark(client);
  applyMessage(client, { type: "welcome", position: 90_000, refetch: true });
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toHaveLength(1);
});

test("forgets what it has if the server's log is another one, however new the positions look", async () => {
  new QueryObserver(client, options()).subscribe(() => {});
  await answer([row(1, 10), row(2, 90, "approved")], 90);
  applyMessage(client, { type: "welcome", position: 90, log: "aa", refetch: false });
  applyMessage(client, { type: "caughtUp", position: 95, log: "ab" });
  expect(resumeMark(client)).toEqual({ position: 95, log: "ab" });
  applyMessage(client, change(row(1, 99, "approved")));
  applyMessage(client, { type: "welcome", position: 50, log: "ba", refetch: true, isOtherLog: true });
  expect(resumeMark(client)).toEqual({ position: 50, log: "ba" });
  expect(client.getQueryData(["list"])).toBeUndefined();
  await answer([row(1, 10), row(2, 12)], 50);
  expect(cached()).toEqual(["1@10 pending", "2@12 pending"]);
});

test("a page announces each new row once, and updates shown rows in place", async () => {
  void client.fetchQuery(options({ unknown: "announce", belongs: (each) => each.status === "pending" }));
  await answer([row(1, 10)], 10);
  applyMessage(client, change(row(2, 11)));
  applyMessage(client, change(row(2, 12)));
  applyMessage(client, change(row(3, 13)));
  applyMessage(client, change(row(1, 14, "approved")));
  const arrived = () => client.getQueryData<Listing<TopupRecord>>(["list"])?.arrived;
  expect(cached()).toEqual(["1@14 approved"]);
  expect(arrived()).toEqual(["2", "3"]);
  applyMessage(client, change(row(2, 15, "declined")));
  expect(arrived()).toEqual(["3"]);
});

function removed(id: number, position: number): LiveEvent {
  return { event: "removed", data: { list: "recharge", _id: String(id) }, position };
}

test("a removed row leaves the list, its total and the announced rows, and an older answer does not bring it back", async () => {
  void client.fetchQuery(options());
  await answer([row(2, 10), row(1, 9)], 10);
  applyMessage(client, { event: "removed", data: { list: "order", _id: "2" }, position: 11 });
  expect(cached()).toEqual(["2@10 pending", "1@9 pending"]);
  applyMessage(client, removed(2, 13));
  applyChange(client, change(row(2, 12, "approved")));
  expect(cached()).toEqual(["1@9 pending"]);
  expect(client.getQueryData<Listing<TopupRecord>>(["list"])?.total).toBe(1);
  // This fetch was still running.
  void client.refetchQueries({ queryKey: ["list"] });
  await vi.advanceTimersByTimeAsync(0);
  await answer([row(2, 10), row(1, 9)], 11);
  expect(cached()).toEqual(["1@9 pending"]);
});

test("a row that was announced and then removed is no longer announced", async () => {
  void client.fetchQuery(options({ unknown: "announce" }));
  await answer([row(1, 10)], 10);
  applyMessage(client, change(row(2, 11)));
  applyMessage(client, removed(2, 12));
  expect(client.getQueryData<Listing<TopupRecord>>(["list"])?.arrived).toEqual([]);
});

test("a page whose rows were all removed fetches the rows after them", async () => {
  new QueryObserver(client, options({ unknown: "announce" })).subscribe(() => {});
  answers.shift()?.({ ...listing([row(2, 10), row(1, 9)], 10), total: 7, next: 1 });
  await vi.advanceTimersByTimeAsync(0);
  applyMessage(client, removed(2, 11));
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers).toHaveLength(0);
  applyMessage(client, removed(1, 12));
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers).toHaveLength(1);
});

test("a list limited to the first rows stays limited", async () => {
  void client.fetchQuery(options({ rows_max: 2 }));
  await answer([row(9, 10), row(8, 9)], 10);
  applyMessage(client, change(row(1, 11, "approved")));
  expect(cached()).toEqual(["9@10 pending", "8@9 pending"]);
  applyMessage(client, change(row(10, 12)));
  expect(cached()).toEqual(["10@12 pending", "9@10 pending"]);
});

test("a query observer may select anything from a live list", async () => {
  const select = (list: Listing<TopupRecord>) => ({ position: 0, first: list.rows[0]?._id });
  const observer = new QueryObserver(client, { ...options(), select });
  observer.subscribe(() => {});
  await answer([row(1, 10)], 10);
  applyMessage(client, change(row(1, 11, "approved")));
  applyMessage(client, change(row(2, 12)));
  expect(observer.getCurrentResult()).toMatchObject({ isError: false, data: { first: "2" } });
});

// Replayed events would hide the effect of these two checks, so each is also tested alone.
test("the higher position wins even if no events are kept", () => {
  const cached = listing([row(2, 20), row(1, 20, "approved")], 10);
  const merged = reconcile(cached, listing([row(1, 10)], 15), rules, []);
  expect(merged.rows.map(({ position }) => position)).toEqual([20, 20]);
  expect(applyEvent(cached, change(row(1, 19)), rules)).toBe(cached);
});
