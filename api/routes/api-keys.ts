/** An agent's key for buying by program: the agent sees it and can replace it. */
import type * as v from "valibot";
import { mayHaveApiKey } from "#ledger/terms/statuses.ts";
import { deriveApiKey, readApiKey, replaceApiKeyWrite } from "../auth/api-keys.ts";
import { perform } from "../http/command.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { apiKeyAnswer } from "../contract/account.ts";
import { refused } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";

export function apiKeyRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readApiKey, async (c) => {
    const { user, level } = c.get("principal");
    if (!mayHaveApiKey(level)) throw refused({ code: "agents_only" });
    return shown(shop, user);
  });

  serve(operations.replaceApiKey, async (c) => {
    const { user } = c.get("principal");
    await perform(shop, c, {
      type: "replace_api_key",
      intent: { user },
      actor: user,
      body: {},
      also: [replaceApiKeyWrite(user)],
    });
    shop.principals.forgetUser(user);
    return shown(shop, user);
  });
}

async function shown(shop: Shop, user: string): Promise<v.InferOutput<typeof apiKeyAnswer>> {
  const { counter, created_at, last_used_at } = await readApiKey(shop.db, user);
  return {
    apiKey: deriveApiKey(shop.secrets, user, counter),
    createdAt: created_at,
    lastUsedAt: last_used_at,
  };
}
