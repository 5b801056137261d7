/** Reads the bodies of requests as strictly as the documents describe them. */
import { type Fields, fieldsOf, isFields } from "../loopback.ts";
import { Refusal } from "../server.ts";

/** Documented: {status: false, message, meta: {nextStep}, type, code}. */
export function refusal(message: string, code: string, nextStep: string, status = 400): Refusal {
  const body = { status: false, message, meta: { nextStep }, type: "validation_error", code };
  return new Refusal(status, message, body);
}

function missing(name: string): Refusal {
  return refusal(`${name} is required`, "missing_params", "Provide all required params");
}

function invalid(message: string): Refusal {
  return refusal(message, "invalid_params", "Ensure that the value(s) you're passing are valid.");
}

export function unknownReference(): Refusal {
  return refusal(
    "Transaction reference is invalid",
    "transaction_not_found",
    "Ensure that you're passing the reference of a transaction that exists on this integration",
  );
}

export type Provider = "mtn" | "vod" | "atl";

interface NewTransaction {
  reference: string | undefined;
  email: string;
  /** In pesewas. */
  amount: number;
  metadata: unknown;
}

export interface NewCharge extends NewTransaction {
  phone: string;
  provider: Provider;
}

export interface NewCheckout extends NewTransaction {
  callback_url: string | undefined;
}

export interface NewRefund {
  transaction: string;
  amount: number | undefined;
}

const amount_pesewas_min = 10;
const providers: readonly string[] = ["mtn", "vod", "atl"];

export function readCharge(body: string): NewCharge {
  const fields = readFields(body);
  const common = readTransaction(fields);
  const wallet = fields["mobile_money"];
  if (!isFields(wallet))
    throw refusal("No valid payment channel", "invalid_params", "Pass mobile_money with the charge");
  const { phone, provider } = wallet;
  if (phone === undefined) throw missing("Phone number");
  if (typeof phone !== "string" || !/^0\d{9}$/.test(phone)) throw invalid("Invalid phone number");
  const name = String(provider).toLowerCase();
  if (!providers.includes(name)) throw invalid("Invalid mobile money provider");
  return { ...common, phone, provider: name as Provider };
}

export function readCheckout(body: string): NewCheckout {
  const fields = readFields(body);
  const { channels, callback_url } = fields;
  if (channels !== undefined && !(Array.isArray(channels) && channels.includes("mobile_money")))
    throw refusal("No active channel", "no_active_channel", "Pass a channel that is active");
  if (callback_url !== undefined && !(typeof callback_url === "string" && URL.canParse(callback_url)))
    throw invalid("Invalid callback URL");
  return { ...readTransaction(fields), callback_url };
}

export function readOtp(body: string): { otp: string; reference: string } {
  const { otp, reference } = readFields(body);
  if (typeof otp !== "string" || otp === "") throw missing("OTP");
  if (typeof reference !== "string" || reference === "") throw missing("Reference");
  return { otp, reference };
}

export function readRefund(body: string): NewRefund {
  const { transaction, amount } = readFields(body);
  if (typeof transaction !== "string" && typeof transaction !== "number") throw missing("Transaction");
  return {
    transaction: String(transaction),
    amount: amount === undefined ? undefined : readAmount(amount),
  };
}

export interface NewRecipient {
  name: string;
  account_number: string;
  bank_code: string;
}

export interface NewTransfer {
  amount: number;
  recipient: string;
  reference: string;
  reason: string;
}

const wallets: readonly string[] = ["MTN", "VOD", "ATL"];

export function readRecipient(body: string): NewRecipient {
  const { type, name, account_number, bank_code, currency } = readFields(body);
  if (type !== "mobile_money") throw invalid("Invalid recipient type");
  if (typeof name !== "string" || name === "") throw missing("Name");
  if (typeof account_number !== "string" || !/^0\d{9}$/.test(account_number))
    throw invalid("Account number is invalid");
  if (typeof bank_code !== "string" || !wallets.includes(bank_code)) throw invalid("Bank is invalid");
  if (currency !== "GHS") throw invalid("Currency is not supported");
  return { name, account_number, bank_code };
}

/** Documented: the reference has 16 to 50 of a-z, 0-9, _ and -. */
export function readTransfer(body: string): NewTransfer {
  const { source, amount, recipient, reference, reason, currency } = readFields(body);
  if (source !== "balance") throw invalid("Invalid source");
  if (currency !== undefined && currency !== "GHS") throw invalid("Currency is not supported");
  if (typeof recipient !== "string" || recipient === "") throw missing("Recipient");
  if (typeof reference !== "string" || !/^[a-z0-9_-]{16,50}$/.test(reference))
    throw invalid("Invalid transfer reference");
  return {
    amount: readAmount(amount),
    recipient,
    reference,
    reason: typeof reason === "string" ? reason : "",
  };
}

function readTransaction(fields: Fields): NewTransaction {
  const { email, amount, currency, reference, metadata } = fields;
  if (email === undefined || email === "") throw missing("Email Address");
  if (typeof email !== "string" || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalid("Invalid Email Address Passed");
  if (amount === undefined) throw missing("Amount");
  if (currency !== undefined && currency !== "GHS")
    throw refusal("Currency not supported by merchant", "unsupported_currency", "Pass GHS");
  if (
    reference !== undefined &&
    !(typeof reference === "string" && /^[A-Za-z0-9.=-]{1,100}$/.test(reference))
  )
    throw invalid("Only -, ., = and alphanumeric characters are allowed in a transaction reference");
  return { email, amount: readAmount(amount), reference, metadata: metadata ?? "" };
}

/** In pesewas. A whole number, which may come as text. */
function readAmount(amount: unknown): number {
  const text = String(amount);
  if (!/^\d{1,12}$/.test(text) || Number(text) < amount_pesewas_min) throw invalid("Invalid Amount Sent");
  return Number(text);
}

function readFields(body: string): Fields {
  const fields = fieldsOf(body);
  if (!fields)
    throw refusal("Invalid JSON", "invalid_params", "Send a JSON object with content-type application/json");
  return fields;
}
