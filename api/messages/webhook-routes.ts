/** An agent's webhook: the agent sets it, sees its deliveries and can replay them. */
import { mayHaveApiKey } from "#contract/terms/statuses.ts";
import type { Principal } from "../serve/principals.ts";
import type { Messaging } from "./messages.ts";
import { operations } from "#contract/operations.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { answerPage } from "../serve/list-answer.ts";
import { addressProblem } from "./public-address.ts";
import { resend, webhookOutbox } from "./outbox.ts";
import {
  countDeliveries,
  deliveryOf,
  listDeliveries,
  readWebhook,
  removeWebhook,
  setWebhook,
} from "./webhook-settings.ts";
import type { Serve } from "../serve/serve.ts";

const none = { url: "", createdAt: null, secret: null };

export function webhookRoutes(shop: Messaging, serve: Serve): void {
  const { db, messages, secrets } = shop;

  serve(operations.readWebhook, async (c) => {
    const webhook = await readWebhook(db, agent(c.get("principal")));
    return webhook ? { url: webhook.url, createdAt: webhook.created_at, secret: null } : none;
  });

  serve(operations.setWebhook, async (c, { body: { url } }) => {
    const user = agent(c.get("principal"));
    await requireReachable(shop, url);
    const { secret } = await setWebhook(messages, secrets, user, url);
    const webhook = await readWebhook(db, user);
    return { url, createdAt: webhook?.created_at ?? null, secret };
  });

  serve(operations.removeWebhook, async (c) => {
    await removeWebhook(messages, agent(c.get("principal")));
    return none;
  });

  serve(operations.listDeliveries, async (c, { query }) => {
    const user = agent(c.get("principal"));
    return answerPage(
      {
        read: (of) => listDeliveries(db, user, of),
        total: () => countDeliveries(db, user),
        cursorOf: ({ _id }) => Number(_id),
        toRecord: (record) => record,
      },
      query,
    );
  });

  serve(operations.replayDelivery, async (c, { params: { id } }) => {
    const user = agent(c.get("principal"));
    if (!(await deliveryOf(db, user, id))) throw new ApiError("not_found", "There is no such delivery");
    const done = await resend(messages.pool, webhookOutbox, id);
    const now = await deliveryOf(db, user, id);
    if (!now) throw new ApiError("not_found", "There is no such delivery");
    if (!done)
      throw new ApiError("message_state", "This delivery is already being sent", { status: now.state });
    return now;
  });
}

function agent({ user, level }: Principal): string {
  if (!mayHaveApiKey(level)) throw refused({ code: "agents_only" });
  return user;
}

async function requireReachable({ messages }: Messaging, url: string): Promise<void> {
  const problem = await addressProblem(url, messages.allowPrivateAddresses);
  if (problem !== undefined) throw new ApiError("input_invalid", problem, { fields: { url: problem } });
}
