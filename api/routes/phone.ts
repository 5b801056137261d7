/** The shop's phone: what its forwarder posts, and what admins say about its messages. */
import { oneAtATime } from "../background/one-at-a-time.ts";
import { ApiError } from "../http/errors.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { PhoneRail } from "#ledger/terms/rails.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import { isRetry, perform } from "../http/command.ts";
import type { Serve } from "../http/serve.ts";
import { hasSigned, readForwarded } from "../payments/sms/forwarder.ts";
import { followAll, hearPhone } from "../payments/sms/hear-phone.ts";
import { phoneReport, readRailRows } from "../payments/sms/phone-report.ts";
import { dismissMessage, storeMessage } from "../payments/sms/rail-messages.ts";
import { readMessage } from "../payments/sms/read-message.ts";
import { isAwaitingApproval } from "../records/approvals.ts";

export function phoneRoutes(shop: Shop, serve: Serve): void {
  const follow = oneAtATime(() => followAll(shop));

  serve(operations.hearPhone, async (c) => {
    const { smsKey } = shop;
    if (smsKey === undefined) throw new ApiError("sms_off", "This shop takes no messages from a phone");
    // The signature is of these bytes.
    const body = new Uint8Array(await c.req.arrayBuffer());
    const signed = { timestamp: c.req.header("x-timestamp"), signature: c.req.header("x-signature") };
    if (!hasSigned(smsKey, body, signed)) {
      shop.security.note(c, { kind: "wrong signature", result: "refused", detail: "phone" });
      throw new ApiError("signature_wrong", "The signature is wrong");
    }
    const forwarded = readForwarded(new TextDecoder().decode(body));
    if (!forwarded) return {};
    await hearPhone(shop, forwarded);
    if (forwarded.sms) shop.backgroundTasks.start("following the phone's messages", follow);
    return {};
  });

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
    await follow();
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
    if ((await provenBalance(shop, rail)) !== from && !(await isRetry(shop, c)))
      throw new ApiError("balance_moved", "Messages have come meanwhile. Please look again");
    const intent = { rail, from, balance, reason };
    const actor = c.get("principal").user;
    const done = await perform(shop, c, { type: "confirm_rail_balance", intent, actor, body: intent });
    const isPending = await isAwaitingApproval(shop, done);
    await follow();
    const phone = await phoneReport(shop);
    return isPending ? { pending: true as const, phone } : { phone };
  });
}

async function provenBalance({ db }: Shop, rail: PhoneRail): Promise<Pesewas | null> {
  const rows = await readRailRows(db);
  return rows.find((row) => row.rail === rail)?.balance ?? null;
}
