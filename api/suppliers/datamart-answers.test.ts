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

test.each(["API_IP_NOT_ALLOWED", "API_RULE_VIOLATION"])(
  "if DataMart turns the shop away (%s), nothing follows for the order, and it counts as a failure",
  (code) => {
    const said = { state: "unknown", said: `it does not let the shop in: ${code}`, isFailure: true };
    expect(orderAnswer(refused(403, { code }), attempt("a"))).toEqual(said);
    // Of two orders, it is one failure.
    expect(bulkAnswers(refused(403, { code }), [attempt("a"), attempt("b")])).toEqual([
      said,
      { ...said, isFailure: false },
    ]);
  },
);

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
