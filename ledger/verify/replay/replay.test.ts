/** What a replay refuses to apply. */
import type pg from "pg";
import { expect, test } from "vitest";
import type { Stream } from "#contract/terms/streams.ts";
import { canonicalEvent, genesis, hashText } from "../../log/hash.ts";
import { MadeLog } from "../../log/testing/made-log.ts";
import { jsonbText } from "./chain.ts";
import type { LogRow } from "./log-rows.ts";
import { Replay } from "./replay.ts";

test.each([
  ["another kind of stream", "order/1"],
  ["a stream that the ledger does not have", "shop/1"],
])("a replay names an event in %s, even if its hash is right", async (_, stream) => {
  const [made] = new MadeLog(1).nextEvents(1);
  if (made?.type !== "user_registered") throw new Error("a made log starts with a user");
  const event = { ...made, stream: stream as Stream<"user"> };
  const hash = hashText(genesis.toString("hex"), canonicalEvent(event));
  const row: LogRow = [
    "1",
    stream,
    "1",
    event.type,
    jsonbText(event.data),
    event.actor,
    event.command_id,
    event.fingerprint,
    event.recorded_at.replace("T", " ").replace("Z", "+00"),
    null,
    null,
    null,
    null,
    hash,
    null,
  ];
  const finding = await new Replay({} as pg.ClientBase).replayRows([row]);
  expect(finding).toMatchObject({
    where: "position 1",
    differences: [{ what: "event", found: expect.stringContaining(stream.split("/")[0] ?? "") }],
  });
});
