/** What became of a caller's own command. */
import { commandById } from "#ledger/log/commands.ts";
import { ordersById } from "#ledger/orders/reads.ts";
import { numberOfStream, type Stream } from "#contract/terms/streams.ts";
import { byKey } from "../serve/principals.ts";
import type { Shop } from "../shop.ts";
import type { CommandAnswer } from "#contract/service.ts";
import { operations } from "#contract/operations.ts";
import { commandId } from "../serve/command.ts";
import { ApiError, refused } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { orderRecord } from "./records.ts";
import { unsealDetails } from "../serve/sealed.ts";

export function commandRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readCommand, async (c, { params: { key } }): Promise<CommandAnswer> => {
    const { user, session } = c.get("principal");
    const command = await commandById(shop.db, commandId(user, key));
    if (!command) throw unknown();
    if (command.rejection) return { outcome: "refused", error: refused(command.rejection).answer };
    const { type, position, stream } = command;
    if (type !== "order_placed") {
      // An API key can only buy, so it learns nothing about its owner's other commands.
      if (session === byKey) throw unknown();
      return { outcome: "accepted", type, position };
    }
    const [order] = await ordersById(shop.db, [numberOfStream(stream as Stream<"order">)]);
    if (!order) throw new Error("a purchase without its order");
    return {
      outcome: "accepted",
      type,
      position,
      order: orderRecord(order, unsealDetails(shop.secrets, order)),
    };
  });
}

const unknown = () =>
  new ApiError("command_unknown", "Nothing has been decided under this idempotency key so far");
