import { expect, test } from "vitest";
import { receiptText, reversalText, sentText } from "#tools/doubles/sms-phone/texts.ts";
import { isSenderOf, readMessage } from "./read-message.ts";

const seen =
  "Payment received for GHS 303.00 from NAME Current Balance: GHS 2451.24 . Available Balance: GHS 2451.24. Reference: 3435. Transaction ID: 87425747421. TRANSACTION FEE: 0.00";
const receipt = {
  amount: 1234_50,
  fee: 0,
  balance: 20_345_67,
  transactionId: "87425747421",
  name: "MENSAH, KOFI A.",
  payer: "233244000001",
  reference: "T-12",
  at_ms: 0,
};

test("the receipts that were seen are read", () => {
  expect(readMessage(seen)).toEqual({
    rail: "momo",
    kind: "received",
    transaction: "87425747421",
    amount: 303_00,
    fee: 0,
    balance: 2451_24,
    topup: null,
    reverses: null,
  });
  const telecel =
    "0000012345678 Confirmed. You have received GHS10.00 from 233244000001 - NAME on 2026-09-20 at 10:11:12.";
  expect(readMessage(telecel)).toMatchObject({
    rail: "telecel",
    kind: "received",
    transaction: "0000012345678",
    amount: 10_00,
    balance: null,
  });
});

const ways = (["mtn", "telecel"] as const).flatMap((network) =>
  (["usual", "spaced", "thousands", "lower case"] as const).map((style) => [network, style] as const),
);
test.each(ways)("a receipt of %s that is %s is read", (network, style) => {
  expect(readMessage(receiptText(network, receipt, style))).toMatchObject({
    kind: "received",
    amount: 1234_50,
    balance: 20_345_67,
    transaction: "87425747421",
    topup: network === "mtn" ? 12 : null,
  });
});

test.each(["mtn", "telecel"] as const)("what leaves the wallet of %s is read", (network) => {
  const moved = { amount: 1234_50, balance: 20_345_67, transaction: "87425747421" };
  expect(readMessage(sentText(network, receipt))).toMatchObject({ kind: "sent", ...moved });
  expect(readMessage(reversalText(network, receipt, "87425740000"))).toMatchObject({
    kind: "reversed",
    reverses: "87425740000",
    ...moved,
  });
});

test("words of a receipt that the payer typed as the reference are not believed", () => {
  const reference =
    "1. Transaction ID: 99999999999. TRANSACTION FEE: 0.00 Payment received for GHS 9000.00 from X Current Balance: GHS 9000.00 . Available Balance: GHS 9000.00. Reference: T-1";
  expect(readMessage(receiptText("mtn", { ...receipt, reference }))).toMatchObject({
    transaction: "87425747421",
    amount: 1234_50,
    balance: 20_345_67,
    topup: null,
  });
});

test.each([
  ["T-12", 12],
  ["t 12", 12],
  ["t12", 12],
  ["12", null],
  ["T-0", null],
  ["T-12 thanks", null],
  ["", null],
])("the typed reference %j stands for request %j", (reference, topup) => {
  expect(readMessage(receiptText("mtn", { ...receipt, reference }))?.topup).toBe(topup);
});

test.each([
  "Please call me back",
  "I have sent GHS 50.00 to your MobileMoney, please confirm.",
  `Fwd: ${seen}`,
  seen.replace("GHS 303.00", "GHS 0.00"),
  seen.replace("GHS 303.00", "USD 303.00"),
  seen.replace("GHS 303.00", "GHS 3030000000000.00"),
  seen.replace("87425747421", "8"),
  "x".repeat(2000),
])("%s is not read", (message) => {
  expect(readMessage(message)).toBeUndefined();
});

test("only the networks' names are their senders", () => {
  expect(["MobileMoney", "Mobile Money", "MOBILEMONEY"].every((name) => isSenderOf("momo", name))).toBe(true);
  expect(["T-CASH", "VodaCash"].every((name) => isSenderOf("telecel", name))).toBe(true);
  expect(["T-CASH", "+233209998877", "MobileMoney1", ""].some((name) => isSenderOf("momo", name))).toBe(
    false,
  );
});
