import { expect, test } from "vitest";
import { untilSafeStart_ms } from "./midnight.ts";

test.each([
  ["2026-11-22T00:00:00Z", 0],
  ["2026-11-22T23:49:59Z", 0],
  ["2026-11-22T23:50:00Z", 601_000],
  ["2026-11-22T23:59:59Z", 2000],
])("a test file at %s waits %d ms, so that midnight does not end its sessions", (now, wait_ms) => {
  expect(untilSafeStart_ms(Date.parse(now))).toBe(wait_ms);
});
