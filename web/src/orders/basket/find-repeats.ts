import type { OrderRecord } from "#contract/order-list.ts";
import { dayOf, formatDateTime } from "#contract/terms/dates.ts";
import type { NewItem } from "./basket.ts";

type Sale = Pick<NewItem, "receiver" | "packageId">;
type Order = Pick<OrderRecord, "receiver" | "packageId" | "status" | "createdAt" | "reference">;

/** A new line that was bought or put into the basket before. */
interface Repeat<Line> {
  line: Line;
  /** How many equal items are in the basket. */
  inBasket: number;
  /** The equal orders of today, newest first. */
  orders: readonly Order[];
}

/**
 * The new lines that repeat the number and package of an item in the basket, or of an order of today. Rejected orders do
 * not count: their money came back. `today`: "2026-11-21".
 */
export function findRepeats<Line extends Sale>(
  lines: readonly Line[],
  { basket, orders, today }: { basket: readonly Sale[]; orders: readonly Order[]; today: string },
): Repeat<Line>[] {
  const items = bySale(basket);
  const counted = orders.filter(
    ({ status, createdAt }) => status !== "rejected" && dayOf(createdAt) === today,
  );
  const newestFirst = counted.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const ordered = bySale(newestFirst);
  return lines.flatMap((line): Repeat<Line>[] => {
    const inBasket = items.get(saleKey(line))?.length ?? 0;
    const same = ordered.get(saleKey(line)) ?? [];
    return inBasket === 0 && same.length === 0 ? [] : [{ line, inBasket, orders: same }];
  });
}

/** "Already in the basket. Ordered today at 10:42 (10000005, pending)." */
export function repeatText({ inBasket, orders }: Repeat<unknown>): string {
  const [newest, ...others] = orders;
  const texts: string[] = [];
  if (inBasket > 0)
    texts.push(inBasket === 1 ? "Already in the basket." : `${inBasket} times in the basket.`);
  if (newest !== undefined) {
    const time = formatDateTime(newest.createdAt).slice(-5);
    const often = others.length === 0 ? "" : ` ${orders.length} times, last`;
    texts.push(`Ordered today${often} at ${time} (${newest.reference}, ${newest.status}).`);
  }
  return texts.join(" ");
}

/** Map.groupBy is newer than the oldest browsers that the page supports. */
function bySale<Each extends Sale>(all: readonly Each[]): Map<string, Each[]> {
  const groups = new Map<string, Each[]>();
  for (const each of all) groups.set(saleKey(each), [...(groups.get(saleKey(each)) ?? []), each]);
  return groups;
}

/** The same for equal sales. */
export function saleKey({ receiver, packageId }: Sale): string {
  return `${receiver} ${packageId}`;
}
