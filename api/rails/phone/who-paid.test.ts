import { expect, test } from "vitest";
import { type NamedRequest, whoPaid } from "./who-paid.ts";

const request = (of: Partial<NamedRequest> = {}): NamedRequest => ({
  id: 12,
  user: "ama",
  amount: 50_00,
  status: "pending",
  purpose: "topup",
  payment: null,
  by: "transaction",
  ...of,
});

test.each([
  ["nobody names it", [], { act: "none" }],
  ["a pending request names it", [request()], { act: "match", topup: 12, user: "ama" }],
  [
    "the same user has two requests for it",
    [request(), request({ id: 13 })],
    { act: "match", topup: 12, user: "ama" },
  ],
  [
    "another user has entered its ID",
    [request({ by: "reference" }), request({ id: 13, user: "kofi" })],
    { act: "hold", reason: "Several users name it: T-12, T-13" },
  ],
  [
    "another user had entered its ID and was declined",
    [request(), request({ id: 13, user: "kofi", status: "declined" })],
    { act: "match", topup: 12, user: "ama" },
  ],
  [
    "the request is about another amount",
    [request({ amount: 60_00 })],
    { act: "hold", reason: "T-12 is about ¢60.00" },
  ],
  [
    "one of two requests is about another amount",
    [request({ amount: 60_00 }), request({ id: 13 })],
    { act: "match", topup: 13, user: "ama" },
  ],
  ["an admin has credited it", [request({ status: "approved" })], { act: "cover", topup: 12 }],
  [
    "an admin has credited it and it was asked for again",
    [request({ id: 11 }), request({ status: "approved" })],
    { act: "cover", topup: 12 },
  ],
  [
    "another payment has paid for it",
    [request({ status: "approved", payment: "p" })],
    { act: "hold", reason: "T-12 is paid already" },
  ],
  [
    "the request was declined",
    [request({ status: "declined", by: "reference" })],
    { act: "hold", reason: "T-12 is declined" },
  ],
  [
    "the user wants to become Agent",
    [request({ purpose: "agent-upgrade" })],
    { act: "hold", reason: "T-12 asks to become Agent" },
  ],
] as const)("if %s", (_, requests, decision) => {
  expect(whoPaid(50_00, requests)).toEqual(decision);
});

const claim = { user: "ama", amount: 50_00 };
test.each([
  ["nothing else names it", [], [claim], { act: "match", topup: null, user: "ama" }],
  [
    "about another amount",
    [],
    [{ ...claim, amount: 5_00 }],
    { act: "hold", reason: "Its customer says that it was ¢5.00" },
  ],
  [
    "several users claim it",
    [],
    [claim, { ...claim, user: "kofi" }],
    { act: "hold", reason: "Several users name it: a claim, a claim" },
  ],
  [
    "somebody else's request names it",
    [request({ user: "kofi" })],
    [claim],
    { act: "hold", reason: "Several users name it: T-12, a claim" },
  ],
  [
    "a request of theirs waits without its ID",
    [request({ by: "claim" })],
    [claim],
    { act: "match", topup: 12, user: "ama" },
  ],
  [
    "the request of theirs that waits is about another amount",
    [request({ by: "claim", amount: 60_00 })],
    [claim],
    { act: "match", topup: null, user: "ama" },
  ],
  [
    "an admin has approved their request without its ID by hand",
    [request({ by: "claim", status: "approved" })],
    [claim],
    { act: "hold", reason: "T-12 was approved by hand" },
  ],
] as const)("if a customer claims it and %s", (_, requests, claims, decision) => {
  expect(whoPaid(50_00, requests, claims)).toEqual(decision);
});
