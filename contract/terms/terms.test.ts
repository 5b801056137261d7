import { expect, test } from "vitest";
import { dayOf, formatDateTime, formatMoment, greeting, nextMidnight_ms, readMoment } from "./dates.ts";
import { groupPhone, isPhone, localPhone, phoneDigits, repairPhone } from "./phone.ts";
import { priceFor } from "./pricing.ts";
import { isTransient, rejectionCodes, rejectionText } from "./rejections.ts";
import { orderStatuses, orderTransitions } from "./statuses.ts";
import { showingEntries } from "./texts.ts";

test.each([
  ["024 412 3456", "0244123456"],
  ["+233 24 412 3456", "0244123456"],
  ["233244123456", "0244123456"],
  ["00233 24 412 3456", "0244123456"],
  ["+233 (0)24-412-3456", "0244123456"],
  // While it is being typed: otherwise ten digits would lose the last two.
  ["233", "233"],
  ["+2330", "0"],
  ["+2332", "02"],
  ["02441234567890", "0244123456"],
  ["abc", ""],
])("of %j a phone field keeps %j", (typed, kept) => expect(phoneDigits(typed)).toBe(kept));

test("a number with a digit too many is not cut to another number", () => {
  expect(localPhone("024 412 34567")).toBe("02441234567");
  expect(localPhone("+233 24 412 34567")).toBe("02441234567");
});

test.each([
  ["244123456", "0244123456"],
  ["24 412 3456", "0244123456"],
  ["554123456", "0554123456"],
  ["0244123456", "0244123456"],
  ["+233 24 412 3456", "0244123456"],
  // One digit is missing, and it need not be the first.
  ["024412345", "024412345"],
  ["24412345", "24412345"],
  ["2441234567", "2441234567"],
  // No mobile number begins like this.
  ["144123456", "144123456"],
  // It may as well be the country code and too few digits.
  ["233123456", "0123456"],
  ["", ""],
])("of %j only a missing leading 0 is repaired: %j", (typed, repaired) => {
  expect(repairPhone(typed)).toBe(repaired);
});

test("a phone number has ten digits and begins with 0", () => {
  expect(isPhone("0244123456")).toBe(true);
  for (const wrong of ["244123456", "024412345", "02441234567", "1244123456", "024 4123456", ""])
    expect(isPhone(wrong)).toBe(false);
  expect(groupPhone("0244123456")).toBe("024 412 3456");
  expect(groupPhone("0244")).toBe("024 4");
});

test("a moment is read as it is shown, with or without seconds", () => {
  expect(formatMoment("2026-11-21T10:42:05")).toBe("21/11/2026 10:42:05");
  expect(formatMoment("")).toBe("");
  for (const typed of ["21/11/2026 10:42:05", "2026-11-21T10:42:05", "21/11/2026  10:42:05"])
    expect(readMoment(typed)).toBe("2026-11-21T10:42:05");
  expect(readMoment("1/2/2026 9:05")).toBe("2026-02-01T09:05:00");
  for (const wrong of ["", "21/11/2026", "21/11/2026 24:00", "31/11/2026 10:00", "21/11/2026 10:60", "10:42"])
    expect(readMoment(wrong)).toBe(undefined);
});

test("dates are day/month/year in UTC", () => {
  expect(formatDateTime("2026-11-21T10:42:59.123456Z")).toBe("21/11/2026 10:42");
  expect(dayOf("2026-11-21T23:59:59.999999Z")).toBe("2026-11-21");
});

test("a session ends at the next midnight, even if it starts exactly at midnight", () => {
  const midnight = Date.UTC(2026, 10, 22);
  expect(nextMidnight_ms(midnight - 1)).toBe(midnight);
  expect(nextMidnight_ms(midnight)).toBe(Date.UTC(2026, 10, 23));
});

test.each([
  [0, "Good morning"],
  [11, "Good morning"],
  [12, "Good afternoon"],
  [17, "Good afternoon"],
  [18, "Good evening"],
])("at %i o'clock: %s", (hour, words) => expect(greeting(hour)).toBe(words));

test("each level pays its own price, and an admin the Super Agent price", () => {
  const prices = { customer: 3, agent: 2, superAgent: 1 };
  expect(
    (["Customer", "Agent", "Super Agent", "Admin"] as const).map((level) => priceFor(level, prices)),
  ).toEqual([3, 2, 1, 1]);
});

test("orders only move forward, and decided orders stay decided", () => {
  expect(orderTransitions.completed).toEqual([]);
  expect(orderTransitions.rejected).toEqual([]);
  for (const from of orderStatuses) expect(orderTransitions[from]).not.toContain("pending");
});

test("a reason in the command itself is not transient", () => {
  const lasting = rejectionCodes.filter((code) => !isTransient(code));
  expect(lasting).toContain("amount_invalid");
  expect(lasting).toContain("own_account");
  for (const code of [
    "insufficient_balance",
    "price_changed",
    "product_out_of_stock",
    "actor_banned",
  ] as const) {
    expect(lasting).not.toContain(code);
  }
});

test("every rejection's text is complete", () => {
  for (const code of rejectionCodes) {
    const text = rejectionText({
      code,
      status: "s",
      wanted: "w",
      network: "n",
      price: 1,
      balance: 1,
      missing: 1,
      left: 1,
    });
    expect(text).not.toBe("");
    expect(text).not.toMatch(/[{}]|undefined|NaN/);
  }
  expect(rejectionText({ code: "entry_overcorrected", left: 1_250 })).toContain("¢12.50");
});

test("counts of entries have separators between thousands", () => {
  expect(showingEntries(10, 8925)).toBe("Showing 10 of 8,925 entries");
  expect(showingEntries(10, 1000, false)).toBe("Showing 10 of more than 1,000 entries");
  expect(showingEntries(3, 3)).toBe("Showing 3 of 3 entries");
});
