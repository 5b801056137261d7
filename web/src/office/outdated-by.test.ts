/** A row that is changed and removed between two reads of the server is reported only as removed. */
import { expect, test } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { countsQuery } from "../live/counts.query.ts";
import { momoDuplicatesQuery } from "../topups/office/topups.query.ts";
import { salesQuery } from "../orders/my-orders.query.ts";
import { statisticsQuery, dashboardQuery } from "../reports/office/reports.query.ts";

type Removal = Extract<LiveEvent, { event: "removed" }>["data"]["list"];

test.each([
  ["counts", countsQuery, ["order", "recharge"]],
  ["statistics", statisticsQuery, ["order", "recharge", "user"]],
  ["own sales", salesQuery, ["order"]],
  ["MoMo duplicates", momoDuplicatesQuery, ["recharge"]],
  ["the dashboard", dashboardQuery, ["user", "order", "recharge"]],
] as const)("fetches %s again when something that they count is removed", (_, { meta }, lists) => {
  const outdating = (["order", "recharge", "user"] satisfies Removal[]).filter((list) =>
    meta?.outdatedBy?.({ event: "removed", data: { list, _id: "1" }, position: 1 }),
  );
  expect(outdating).toEqual(expect.arrayContaining([...lists]));
});
