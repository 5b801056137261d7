import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { beforeAll, expect, test } from "vitest";
import type { MoveInRecord, MoveInsAnswer } from "#contract/move-in.ts";
import { startShopProcess } from "#tools/testing/shop-processes.ts";
import { openTestShop, testSecret } from "#tools/testing/test-shop.ts";

const shop = openTestShop({ patience: { moves_ms: 50 } });

beforeAll(async () => {
  await asAdmin("POST", "/user/step-up", { password: shop.admin.password });
});

async function asAdmin<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await shop.call<T>(method, path, body, { token: shop.admin.token });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

/** Sends lines in parts, as the page does, and has them checked. */
async function check(lines: string[]): Promise<MoveInRecord> {
  const upload = randomUUID();
  const text = (part: string[]) => part.map((line) => `${line}\n`).join("");
  const parts = [["phone,name,wallet"]];
  for (let at = 0; at < lines.length; at += 1000) parts.push(lines.slice(at, at + 1000));
  for (const [part, portion] of parts.entries())
    await asAdmin("PUT", `/move-in/upload/${upload}`, { file: 0, part, text: text(portion) });
  const columns = { phone: 0, username: 1, balance: 2 };
  const files = [{ name: "users.csv", kind: "users", parts: parts.length, columns }];
  return asAdmin("POST", "/move-in", { upload, files });
}

async function readMoveIn({ _id }: MoveInRecord): Promise<MoveInRecord> {
  const { items } = await asAdmin<MoveInsAnswer>("GET", "/move-in");
  return items.find((item) => item._id === _id)!;
}

const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  Number(Object.values((await shop.pool.query(sql, values)).rows[0])[0]);
const users = (pattern: string) => count(`select count(*) from shop."user" where phone like $1`, [pattern]);
const held = (pattern: string) =>
  count(
    `select coalesce(sum(w.balance), 0) from ledger.wallet w join shop."user" u on u.id = w.user_id where u.phone like $1`,
    [pattern],
  );

test("a process that is killed in the middle loses and doubles nothing: the next one goes on", async () => {
  const total = 6_000;
  const checked = await check(
    Array.from({ length: total }, (_, n) => `0275${String(n).padStart(6, "0")},killed ${n * 7919},1.25`),
  );
  await shop.server.close();
  const moved = () => count("select moved_users from shop.move_in where id = $1", [checked._id]);
  const first = await startShopProcess(new URL("../../tools/testing/message-process.ts", import.meta.url), [
    shop.database.apiUrl,
    testSecret,
    "",
  ]);
  // This process's own sessions are the same: the secret is.
  const begun = await shop.as(shop.admin).put(`/move-in/${checked._id}/start`, {}, { base: first.base });
  expect(begun.body).toMatchObject({ state: "running" });
  await expect.poll(moved, { interval: 5 }).toBeGreaterThan(0);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const before = await users("0275%");
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(total);
  await shop.reopen();
  await expect.poll(async () => (await readMoveIn(checked)).state, { timeout: 60_000 }).toBe("done");
  expect([await users("0275%"), await held("0275%")]).toEqual([total, total * 125]);
  expect(await readMoveIn(checked)).toMatchObject({ moved: { users: total, amount: total * 1.25 } });
  const { wallets, houses } = await shop.books();
  expect(wallets + houses).toBe(0);
  expect(await shop.findings()).toEqual([]);
}, 120_000);
