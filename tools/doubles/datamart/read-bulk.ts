/** Reads a bulk purchase as strictly as the page describes it. */
import { isRecord, readFields, refusal } from "./read-purchase.ts";

/** One order of a bulk. What it buys is not checked yet. */
export interface BulkLine {
  /** Its place in the request. The first one has 1. */
  index: number;
  /** The shop's own reference. */
  ref: string | undefined;
  fields: Record<string, unknown>;
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
  if (!isRecord(fields)) throw refusal(400, `Order ${index} must be an object`);
  for (const name of ["phoneNumber", "network", "capacity"])
    if (typeof fields[name] !== "string") throw refusal(400, `Order ${index} must have ${name} as text`);
  const { ref } = fields;
  if (ref !== undefined && (typeof ref !== "string" || ref === ""))
    throw refusal(400, `ref of order ${index} must be a text`);
  return { index, ref, fields };
}
