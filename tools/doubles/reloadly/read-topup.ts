/** Reads a top-up as strictly as it is documented, and says why a request is refused. */
import type { DoubleClock } from "../clock.ts";
import { type Fields, fieldsOf } from "../loopback.ts";
import { Refusal } from "../server.ts";
import { type Operator, operators } from "./operators.ts";
import { writeTime } from "./order.ts";

export interface Topup {
  operator: Operator;
  /** In cedis if it is local, else in the account's currency. */
  amount: number;
  isLocal: boolean;
  phone: string;
  key: string | undefined;
}

/** Where and when a request came, for what is answered if it is refused. */
export interface Origin {
  path: string;
  clock: DoubleClock;
}

export function refusal(
  { path, clock }: Origin,
  status: number,
  errorCode: string,
  message: string,
): Refusal {
  const body = {
    timeStamp: writeTime(clock.now_ms),
    message,
    path,
    errorCode,
    infoLink: null,
    details: [],
  };
  return new Refusal(status, message, body);
}

/** @throws {Refusal} */
export function readTopup(body: string, origin: Origin): Topup {
  const { operatorId, amount, useLocalAmount, customIdentifier, recipientPhone } = readFields(body, origin);
  const operator = operators.find((one) => one.operatorId === Number(operatorId));
  if (!operator) throw refusal(origin, 404, "OPERATOR_NOT_FOUND", "Operator not found");
  // Documented as text in one place and as a number in another.
  const asked = Number(amount);
  if (!/^\d+(\.\d{1,2})?$/.test(String(amount)) || asked === 0)
    throw refusal(origin, 400, "INVALID_AMOUNT", "The amount is not valid");
  const isLocal = useLocalAmount === true;
  if (isLocal && !operator.supportsLocalAmounts)
    throw refusal(origin, 400, "INVALID_AMOUNT_FOR_OPERATOR", "Local amounts are not supported");
  const { countryCode, number } = (recipientPhone ?? {}) as Fields;
  const digits = /^(?:0|\+?233)(\d{9})$/.exec(String(number))?.[1];
  if (countryCode !== "GH" || digits === undefined) throw wrongPhone(origin);
  if (customIdentifier !== undefined && typeof customIdentifier !== "string")
    throw refusal(origin, 400, "INVALID_INPUT_PROVIDED", "customIdentifier must be a text");
  return { operator, amount: asked, isLocal, phone: `0${digits}`, key: customIdentifier };
}

export function wrongPhone(origin: Origin): Refusal {
  return refusal(origin, 400, "INVALID_RECIPIENT_PHONE", "Recipient phone number is not valid");
}

export function readFields(body: string, origin: Origin): Fields {
  const fields = fieldsOf(body);
  if (!fields) throw refusal(origin, 400, "JSON_SYNTAX_ERROR", "The body is not JSON");
  return fields;
}
