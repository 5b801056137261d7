/** What admins see of the shop's phone, and say about its messages. */
import { ApiError } from "../serve/errors.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { phoneRails } from "#contract/terms/rails.ts";
import { isRetry, perform } from "../serve/command.ts";
import type { Serve } from "../serve/serve.ts";
import { phoneReport, readWallet } from "../rails/phone/phone-report.ts";
import { dismissMessage, storeMessage } from "../rails/phone/rail-messages.ts";
import { readMessage } from "../rails/phone/read-message.ts";
import { railOf } from "../rails/rail.ts";
import { isAwaitingApproval } from "../approvals/records.ts";

export function phoneRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readPhone, () => phoneReport(shop));

  serve(operations.typeMessage, async (c, { body: { message } }) => {
    const movement = readMessage(message);
    if (!movement)
      throw new ApiError(
        "message_unread",
        "This is no message of a network about a payment that can be read",
      );
    const typedBy = c.get("principal").user;
    await storeMessage(shop.db, { movement, state: "waiting", receivedAt: undefined, typedBy });
    shop.security.note(c, { kind: "message of the phone", detail: `typed ${movement.transaction}` });
    await railOf(shop.rails, phoneRails[0]).follow();
    return { phone: await phoneReport(shop) };
  });

  serve(operations.dismissMessage, async (c, { params: { id } }) => {
    if (!(await dismissMessage(shop.db, id)))
      throw new ApiError("message_not_waiting", "This message no longer waits");
    shop.security.note(c, { kind: "message of the phone", detail: `dismissed ${id}` });
    return { phone: await phoneReport(shop) };
  });

  serve(operations.confirmRailBalance, async (c, { params: { rail }, body }) => {
    const { balance, from, reason } = body;
    // A retry gets its answer. The balance is read first: if the first try has moved it meanwhile, its command is there too.
    if ((await readWallet(shop.db, rail)).balance !== from && !(await isRetry(shop, c)))
      throw new ApiError("balance_moved", "Messages have come meanwhile. Please look again");
    const intent = { rail, from, balance, reason };
    const done = await perform(shop, c, { type: "confirm_rail_balance", intent, body: intent });
    const isPending = await isAwaitingApproval(shop, done);
    await railOf(shop.rails, phoneRails[0]).follow();
    const phone = await phoneReport(shop);
    return isPending ? { pending: true as const, phone } : { phone };
  });
}
