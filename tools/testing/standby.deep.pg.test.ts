import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { type Pair, startPair } from "./standby.ts";

let pair: Pair | undefined;
afterEach(() => pair?.stop());

test("a promoted standby has everything that the hung primary acknowledged", async () => {
  pair = await startPair();
  const primary = await connected(pair.primary.url);
  await primary.query("create table kept (n int)");
  for (let n = 1; n <= 20; n++) await primary.query("insert into kept values ($1)", [n]);
  const standby = await connected(pair.standby.url);
  await expect(standby.query("insert into kept values (0)")).rejects.toMatchObject({ code: "25006" });

  await pair.primary.freeze();
  const answer = primary.query("select 1").then(
    () => "an answer",
    () => "an error",
  );
  const silence = new Promise((resolve) => setTimeout(() => resolve("silence"), 500));
  expect(await Promise.race([answer, silence])).toBe("silence");

  await pair.standby.promote();
  await standby.query("insert into kept values (21)");
  expect((await standby.query("select count(*)::int as count from kept")).rows).toEqual([{ count: 21 }]);
  await standby.end();
  await pair.stop();
  await answer;
});

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  return client;
}
