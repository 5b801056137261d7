import { expect, test } from "vitest";
import { momentAfter, statementMoment } from "./statement-moment.ts";

const now_ms = Date.parse("2026-11-02T10:42:31.500Z");

test.each([
  ["2026-10-31", "", "2026-11-01T00:00:00.000Z", "31/10/2026"],
  ["2026-10-31", "18:30", "2026-10-31T18:31:00.000Z", "31/10/2026 18:30"],
  ["2026-10-31", "23:59", "2026-11-01T00:00:00.000Z", "31/10/2026"],
  ["2026-11-02", "", "2026-11-02T10:42:31.500Z", "02/11/2026 10:42"],
  ["2026-11-02", "10:42", "2026-11-02T10:42:31.500Z", "02/11/2026 10:42"],
])("%s %s is compared with the books just before %s", (day, time, at, shown) => {
  expect(momentAfter(day, time, now_ms)).toBe(at);
  expect(statementMoment(at)).toBe(shown);
});

test.each([
  ["2026-11-03", ""],
  ["2026-11-02", "10:43"],
  ["", ""],
])("there is no balance of %j %j yet", (day, time) => {
  expect(momentAfter(day, time, now_ms)).toBeUndefined();
});
