/** Push notifications: a browser subscribes and unsubscribes. */
import type { Messaging } from "./messages.ts";
import { operations } from "#contract/operations.ts";
import { ApiError, unauthorized } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { addressProblem } from "./public-address.ts";
import { addSubscription, removeSubscription } from "./push-subscriptions.ts";

export function pushRoutes({ messages, secrets }: Messaging, serve: Serve): void {
  const { pool, allowPrivateAddresses, pushKeys } = messages;

  serve(operations.readPushKey, async () => ({ publicKey: (await pushKeys()).publicKey }));

  serve(operations.subscribePush, async (c, { body }) => {
    const problem = await addressProblem(body.endpoint, allowPrivateAddresses);
    if (problem !== undefined) throw badEndpoint(problem);
    const { user, session } = c.get("principal");
    const { publicKey } = await pushKeys();
    const outcome = await addSubscription(pool, secrets, { user, session, publicKey, ...body });
    if (outcome === "session ended") throw unauthorized();
    if (outcome === "another's") throw badEndpoint("This address belongs to another browser");
    return { subscribed: true };
  });

  serve(operations.unsubscribePush, async (c, { body: { endpoint } }) => {
    await removeSubscription(pool, c.get("principal").user, endpoint);
    return { subscribed: false };
  });
}

function badEndpoint(message: string): ApiError {
  return new ApiError("input_invalid", message, { fields: { endpoint: message } });
}
