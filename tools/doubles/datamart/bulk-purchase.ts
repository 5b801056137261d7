/** Reads a bulk as strictly as the page describes it, buys its orders one after the other, and writes what became of each. */
import { type Fields, isFields } from "../loopback.ts";
import { Refusal } from "../server.ts";
import type { OrderBook } from "../supplier/book.ts";
import type { OrderFate, RequestFate } from "./fates.ts";
import type { Work } from "./idempotency-keys.ts";
import { type DataMartOrder, type Receipt, receiptRecord, writeMoney, type Writing } from "./order.ts";
import type { Purchases } from "./purchases.ts";
import { type Purchase, readFields, readGoods, refusal } from "./read-purchase.ts";

/** One order of a bulk. What it buys is not checked yet. */
export interface BulkLine {
  /** Its place in the request. The first one has 1. */
  index: number;
  /** The shop's own reference. */
  ref: string | undefined;
  fields: Fields;
}

/** Documented: how many orders a request can have. */
const lines_max = 50;

/** @throws {Refusal} if the whole request cannot be read */
export function readBulk(body: string): BulkLine[] {
  const { orders } = readFields(body);
  if (!Array.isArray(orders) || orders.length === 0)
    throw refusal(400, "orders must be an array with at least one order");
  if (orders.length > lines_max) throw refusal(400, `Maximum ${lines_max} orders per request`);
  return orders.map((fields: unknown, at) => readLine(fields, at + 1));
}

function readLine(fields: unknown, index: number): BulkLine {
  if (!isFields(fields)) throw refusal(400, `Order ${index} must be an object`);
  for (const name of ["phoneNumber", "network", "capacity"])
    if (typeof fields[name] !== "string") throw refusal(400, `Order ${index} must have ${name} as text`);
  const { ref } = fields;
  if (ref !== undefined && (typeof ref !== "string" || ref === ""))
    throw refusal(400, `ref of order ${index} must be a text`);
  return { index, ref, fields };
}

interface Account {
  book: OrderBook<DataMartOrder>;
  purchases: Purchases;
}

/** A line that can be bought. */
interface ValidLine {
  line: BulkLine;
  purchase: Purchase;
  fate: OrderFate;
  /** When the bulk is checked, in pesewas. It can be another one when the line is bought. */
  listed: number;
}

interface BoughtLine {
  line: BulkLine;
  receipt: Receipt;
}

interface UnboughtLine {
  line: BulkLine;
  message: string;
}

/** A bulk as it was done. A repeated key gets the same one, whatever has become of the orders since. */
export interface BulkOutcome {
  /** All lines that were valid, in the order of the request. */
  results: (BoughtLine | UnboughtLine)[];
  invalid: UnboughtLine[];
  /** Pesewas. */
  remainingBalance: number;
}

/** Checks all lines and begins to buy the valid ones. Whether a refusal of all uses the key up, the first of them decides. */
export function beginBulk(account: Account, lines: readonly BulkLine[], writing: Writing): Work<BulkOutcome> {
  const checked = lines.map((line) => checkLine(account, line));
  const valid = checked.filter((one) => "purchase" in one);
  const invalid = checked.filter((one) => "message" in one);
  return {
    memory: valid[0]?.fate.memory ?? "orders",
    outcome: buyAll(account, valid, writing).then((results) => ({
      results,
      invalid,
      remainingBalance: account.book.balance,
    })),
  };
}

function checkLine({ book, purchases }: Account, line: BulkLine): ValidLine | UnboughtLine {
  try {
    const purchase = readGoods(line.fields);
    const fate = book.nextFate(purchase.phone);
    return { line, purchase, fate, listed: purchases.offerFor(purchase, fate).price };
  } catch (error) {
    return { line, message: refusalIn(error).message };
  }
}

/** @throws {Refusal} if the money is not enough for all: then nothing is bought */
async function buyAll(
  { book, purchases }: Account,
  valid: readonly ValidLine[],
  writing: Writing,
): Promise<BulkOutcome["results"]> {
  const totalCost = valid.reduce((sum, { listed }) => sum + listed, 0);
  if (totalCost > book.balance) throw tooLittleForAll(totalCost, book.balance, valid.length, writing);
  const results: BulkOutcome["results"] = [];
  let hasStopped = false;
  for (const { line, purchase, fate } of valid) {
    if (hasStopped) {
      results.push({ line, message: "Not processed: the wallet balance ran out" });
      continue;
    }
    try {
      const { ref } = line;
      const receipt = await purchases.buy(purchase, { key: ref, ref }, fate, writing);
      results.push({ line, receipt });
    } catch (error) {
      const { status, message } = refusalIn(error);
      hasStopped = status === 402;
      results.push({ line, message });
    }
  }
  return results;
}

function tooLittleForAll(
  totalCost: number,
  walletBalance: number,
  validOrders: number,
  writing: Writing,
): Refusal {
  const money = (pesewas: number) => writeMoney(pesewas, writing, "number");
  return refusal(402, "Insufficient wallet balance for this bulk order", {
    data: {
      totalCost: money(totalCost),
      walletBalance: money(walletBalance),
      validOrders,
      shortfall: money(totalCost - walletBalance),
    },
  });
}

/** @throws the error if it is something else */
function refusalIn(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** @param shown the first bought order as the answer shows it, which may be about something else */
export function bulkAnswer(
  { results, invalid, remainingBalance }: BulkOutcome,
  shown: (order: DataMartOrder) => DataMartOrder,
  fate: RequestFate,
): { message: string; data: object } {
  const { leavesOut } = fate;
  const bought = results.filter((one) => "receipt" in one);
  const failed = results.length - bought.length;
  const totalCharged = bought.reduce((sum, { receipt }) => sum + receipt.order.price, 0);
  const summary = {
    total: results.length + invalid.length,
    successful: bought.length,
    failed,
    invalid: invalid.length,
    totalCharged: writeMoney(totalCharged, fate, "number"),
    remainingBalance: writeMoney(remainingBalance, fate, "number"),
  };
  return {
    message: `Bulk order processed: ${bought.length} queued, ${failed} failed`,
    data: {
      ...(leavesOut !== "summary" && { summary }),
      results: (leavesOut === "failed" ? bought : results).map((one) => {
        if ("message" in one) return { ...unboughtRecord(one, fate), status: "failed" };
        return boughtRecord(one, one === bought[0] ? shown : (order) => order, fate);
      }),
      validationErrors: invalid.map((one) => unboughtRecord(one, fate)),
    },
  };
}

/** If it is shown as another order, its ref is that order's too. */
function boughtRecord(
  { line, receipt }: BoughtLine,
  shown: (order: DataMartOrder) => DataMartOrder,
  fate: RequestFate,
): object {
  const order = shown(receipt.order);
  return {
    index: line.index,
    ...(fate.leavesOut !== "refs" && { ref: order.key }),
    phoneNumber: order.phone,
    ...receiptRecord({ ...receipt, order }, fate, "text"),
    status: "queued",
  };
}

/** Not documented. */
function unboughtRecord({ line: { index, ref }, message }: UnboughtLine, { leavesOut }: RequestFate): object {
  const isNamed = leavesOut !== "refs" && leavesOut !== "failed";
  return { index, ...(isNamed && { ref }), message };
}
