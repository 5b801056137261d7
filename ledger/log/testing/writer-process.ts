/** For tests of two writers: a process that buys, rejects and corrects, and prints what was accepted. */
import { Writer } from "../writer.ts";
import { command, orderOf, purchaseBy } from "./shop.ts";

const [url = "", admin = "", rounds = "0", ...customers] = process.argv.slice(2);
const writer = new Writer({ url });
const placed = { accepted: 0, refused: 0 };

async function buyAndReject(index: number): Promise<void> {
  const user = customers[index % customers.length] ?? "";
  const outcome = await writer.submit(purchaseBy(user));
  if (!outcome.accepted) {
    placed.refused += 1;
    return;
  }
  placed.accepted += 1;
  const corrects = outcome.position;
  // Part of the charge by a correction first, so that the refund is the rest.
  if (index % 3 === 0)
    await writer.submit(command("correct_balance", { user, amount: 1_00, reason: "half", corrects }, admin));
  if (index % 2 === 0)
    await writer.submit(command("reject_order", { order: orderOf(outcome.events), reason: null }, admin));
}

await Promise.all(Array.from({ length: Number(rounds) }, (_, index) => buyAndReject(index)));
await writer.close();
process.stdout.write(JSON.stringify(placed));
