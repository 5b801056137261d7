/** The documented calls of Paystack. Each one answers {status, message, data}, or refuses the request. */
import type { DoubleRequest } from "../server.ts";
import type { Aftermath } from "./aftermath.ts";
import type { RequestFate } from "./fates.ts";
import type { Payment } from "./payment.ts";
import {
  readCharge,
  readCheckout,
  readOtp,
  readRecipient,
  readRefund,
  readTransfer,
  refusal,
} from "./read-request.ts";
import { refundRecord } from "./records.ts";
import { recordOf, type Transfers } from "./transfers.ts";
import type { PaystackWorld } from "./world.ts";

export interface Account {
  world: PaystackWorld;
  aftermath: Aftermath;
  transfers: Transfers;
  secretKey: string;
  /** Where the hosted page is. */
  url: string;
}

type ApiRequest = DoubleRequest<RequestFate>;

interface Answer {
  message: string;
  data: unknown;
}

/** @param parameter the part of the path after the fixed words */
type Call = (account: Account, request: ApiRequest, parameter: string) => Answer | Promise<Answer>;

const offlineText = "Please complete authorization process on your mobile phone";
const voucherText = "Please dial *110# to generate a voucher code. Then input the voucher";

const calls: readonly [method: string, path: RegExp, call: Call][] = [
  ["POST", /^\/charge$/, charge],
  ["POST", /^\/charge\/submit_otp$/, submitOtp],
  ["POST", /^\/transaction\/initialize$/, initialize],
  ["GET", /^\/transaction\/verify\/([^/]+)$/, verify],
  ["POST", /^\/refund$/, refund],
  ["GET", /^\/refund$/, listRefunds],
  ["GET", /^\/balance$/, balance],
  ["POST", /^\/transferrecipient$/, registerRecipient],
  ["POST", /^\/transfer$/, transfer],
  ["GET", /^\/transfer\/verify\/([^/]+)$/, verifyTransfer],
];

/** @throws {Refusal} */
export async function answerCall(account: Account, request: ApiRequest): Promise<object> {
  const { authorization, "content-type": contentType } = request.headers;
  requireKey(account.secretKey, authorization);
  for (const [method, path, call] of calls) {
    const found = method === request.method ? path.exec(request.url.pathname) : null;
    if (!found) continue;
    if (method === "POST") requireJson(contentType);
    const answer = await call(account, request, decodeURIComponent(found[1] ?? ""));
    return { status: true, ...answer };
  }
  throw refusal("The requested resource does not exist", "not_found", "Check the path", 404);
}

function requireKey(secretKey: string, authorization: string | undefined): void {
  if (authorization === `Bearer ${secretKey}`) return;
  const message = authorization === undefined ? "No Authorization Header was found" : "Invalid key";
  throw refusal(message, "invalid_Key", "Ensure that you provide the correct authorization key", 401);
}

function requireJson(contentType: string | undefined): void {
  if (/^application\/json\b/.test(contentType ?? "")) return;
  throw refusal("Invalid content type", "invalid_params", "Send JSON with content-type application/json");
}

async function charge({ world }: Account, { body, fate }: ApiRequest): Promise<Answer> {
  const payment = await world.begin(readCharge(body));
  if (fate.about === "other") return { message: "Charge attempted", data: world.otherRecord(payment) };
  return { message: "Charge attempted", data: chargeState(world, payment) };
}

async function submitOtp({ world }: Account, { body }: ApiRequest): Promise<Answer> {
  const { otp, reference } = readOtp(body);
  const payment = world.find(reference);
  const isRight = await world.submitOtp(payment, otp);
  const failed = { reference, status: "failed", message: payment.reason };
  return { message: "Charge attempted", data: isRight ? chargeState(world, payment) : failed };
}

/** Answers 200 whatever became of the charge: only data.status says it. */
function chargeState(world: PaystackWorld, payment: Payment): object {
  const { reference, stage, fate } = payment;
  if (stage === "success" && fate.prompt === "at once") return world.record(payment);
  if (stage === "otp") return { reference, status: "send_otp", display_text: voucherText };
  if (fate.prompt === "pending") return { reference, status: "pending" };
  return { reference, status: "pay_offline", display_text: offlineText };
}

async function initialize({ world, url }: Account, { body, fate }: ApiRequest): Promise<Answer> {
  const { reference, id } = await world.begin(readCheckout(body));
  const host = fate.page === "own" ? url : "https://checkout.paystack.com.example.com";
  const data = { authorization_url: `${host}/checkout/${id}`, access_code: String(id), reference };
  return { message: "Authorization URL created", data };
}

function verify({ world }: Account, { fate }: ApiRequest, reference: string): Answer {
  const payment = world.find(reference);
  const data = fate.about === "other" ? world.otherRecord(payment) : world.record(payment);
  return { message: "Verification successful", data };
}

function refund({ world, aftermath }: Account, { body }: ApiRequest): Answer {
  const record = refundRecord(aftermath.refund(readRefund(body)), world.clock);
  return { message: "Refund has been queued for processing", data: record };
}

/** Here the transaction is only an id. */
function listRefunds({ world, aftermath }: Account, { url }: ApiRequest): Answer {
  const asked = url.searchParams.get("transaction");
  const found = aftermath.refunds.filter(({ payment }) => asked === null || String(payment.id) === asked);
  return {
    message: "Refunds retrieved",
    data: found.map((one) => ({ ...refundRecord(one, world.clock), transaction: one.payment.id })),
  };
}

function balance({ world }: Account): Answer {
  return { message: "Balances retrieved", data: [{ currency: "GHS", balance: world.balance }] };
}

function registerRecipient({ world, transfers }: Account, { body }: ApiRequest): Answer {
  const recipient = transfers.register(readRecipient(body));
  return { message: "Transfer recipient created successfully", data: recordOf(recipient, world.domain) };
}

/** Answers 200 whatever becomes of it. */
async function transfer({ transfers }: Account, { body }: ApiRequest): Promise<Answer> {
  const begun = await transfers.begin(readTransfer(body));
  const isAsked = begun.stage === "otp";
  const message = isAsked ? "Transfer requires OTP to continue" : "Transfer has been queued";
  return { message, data: transfers.record(begun) };
}

function verifyTransfer({ transfers }: Account, _: ApiRequest, reference: string): Answer {
  return { message: "Transfer retrieved", data: transfers.record(transfers.find(reference)) };
}
