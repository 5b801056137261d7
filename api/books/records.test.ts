import { expect, test } from "vitest";
import type { Books } from "#ledger/books/audit-books.ts";
import { booksRecord } from "./records.ts";

const books: Books = {
  checked_at: "2026-11-21T10:42:00Z",
  age_ms: 60_000,
  took_ms: 1000,
  position: 40,
  hash: "ab".repeat(32),
  findings: [],
  head: 42,
  verified: null,
};
const here = { positions: 0, seconds: 0 };

test("books are balanced while the last check is recent and this process follows the log", () => {
  expect(booksRecord(books, here).state).toBe("balanced");
  expect(booksRecord({ ...books, age_ms: 91_000 }, here).state).toBe("balanced");
  expect(booksRecord(books, { positions: 900, seconds: 5 }).state).toBe("balanced");
});

test.each<[string, Partial<Books>, number]>([
  ["there was no check yet", { checked_at: null, age_ms: null, took_ms: null }, 0],
  ["the last check is too old", { age_ms: 91_001 }, 0],
  ["this process lags behind the log", {}, 5.1],
])("the state of the books is unknown if %s", (_, change, seconds) => {
  expect(booksRecord({ ...books, ...change }, { positions: 3, seconds }).state).toBe("unknown");
});

test("broken books stay broken, however old the check is", () => {
  const findings = [{ where: "position 7", differences: [] }];
  const verified = { at: "2026-11-20T10:42:00Z", position: 40, findings };
  for (const broken of [{ findings }, { verified }])
    expect(booksRecord({ ...books, ...broken, age_ms: 9_000_000 }, { positions: 9, seconds: 60 }).state).toBe(
      "broken",
    );
});
