import { expect, test } from "vitest";
import { bulkAnswers, orderAnswer } from "./datamart-answers.ts";

const attempt = (reference: string) => ({
  reference,
  theirs: null,
  code: "YELLO 1",
  receiver: "0244123456",
  sent_at: "2026-11-27T10:00:00Z",
  reportTo: "",
});
const refused = (status: number, body: object) => ({
  status,
  body: { status: "error", message: "No", ...body },
});

test("if DataMart turns the shop's address away, nothing follows for the order, and it counts as a failure", () => {
  const code = "API_IP_NOT_ALLOWED";
  const said = { state: "unknown", said: `it does not let the shop in: ${code}`, isFailure: true };
  expect(orderAnswer(refused(403, { code }), attempt("a"))).toEqual(said);
  // Of two orders, it is one failure.
  expect(bulkAnswers(refused(403, { code }), [attempt("a"), attempt("b")])).toEqual([
    said,
    { ...said, isFailure: false },
  ]);
});

test("an order that a rule of the key forbids is refused with DataMart's reason, as is each of one request", () => {
  const answer = refused(403, { code: "API_RULE_VIOLATION", message: "More than 20 GB" });
  const is = { state: "refused", reason: "More than 20 GB", isReturned: false };
  expect(orderAnswer(answer, attempt("a"))).toMatchObject(is);
  expect(bulkAnswers(answer, [attempt("a"), attempt("b")])).toMatchObject([is, is]);
});

test("a number that cannot be served is refused, and too little money for all says nothing about the numbers", () => {
  expect(orderAnswer(refused(400, { message: "Invalid phone number" }), attempt("a"))).toMatchObject({
    state: "refused",
    refusal: "wrong number",
    isEmpty: false,
  });
  const short = refused(402, { message: "Invalid number, and too little money", data: { shortfall: 150 } });
  expect(bulkAnswers(short, [attempt("a")])).toMatchObject([
    { state: "refused", refusal: undefined, isEmpty: true },
  ]);
});
