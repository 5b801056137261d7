/** What the API says about itself: its description, and whether the process is well. */
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { isSame, mac } from "./secrets.ts";
import type { Env } from "./env.ts";
import type { Door } from "./door.ts";
import { operations } from "#contract/operations.ts";
import { apiDocument } from "./docs/document.ts";
import { docsPage } from "./docs/page.ts";
import { answerText } from "./compression.ts";
import { ApiError } from "./errors.ts";
import type { Serve } from "./serve.ts";

export function serviceRoutes(shop: Door, serve: Serve): void {
  stateRoutes(shop, serve);
  descriptionRoutes(shop, serve);
}

function stateRoutes(shop: Door, serve: Serve): void {
  serve(operations.health, async () => ({ status: "ok" as const }));

  serve(operations.ready, async (c) => {
    const problems = await shop.readiness.problems();
    const parts = Object.keys(problems);
    if (parts.length > 0) {
      c.header("retry-after", "2");
      throw new ApiError("not_ready", `Not ready: ${parts.join(", ")}`, {
        fields: problems,
        transient: true,
      });
    }
    return { status: "ready" as const };
  });

  serve(operations.metrics, async (c) => {
    if (!mayReadMetrics(shop, c)) throw new ApiError("metrics_refused", "You may not read these metrics");
    const { registry } = shop.metrics;
    return c.text(await registry.metrics(), 200, { "content-type": registry.contentType });
  });
}

/**
 * With a configured token: clients that send it. Without one: only this machine, and never behind a proxy, because all its
 * requests seem to come from this machine.
 */
function mayReadMetrics(shop: Door, c: Context<Env>): boolean {
  if (shop.metricsToken !== undefined) {
    const given = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    // Compares the MACs, which have the same length: comparing the texts would reveal the length of the token.
    const digest = (text: string) => mac(shop.secrets.attempts, text);
    return isSame(digest(shop.metricsToken), digest(given));
  }
  const forwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) => c.req.header(name));
  const address = getConnInfo(c).remote.address ?? "";
  return shop.proxies === 0 && !forwarded && /^(::ffff:)?127\.|^::1$/.test(address);
}

function descriptionRoutes(shop: Door, serve: Serve): void {
  // Made when somebody asks: it takes longer than all else at start.
  let text: string | undefined;
  const document = () => (text ??= JSON.stringify(apiDocument(shop.name)));
  const page = docsPage(`${shop.name} API`);

  serve(operations.openApi, (c) => answerPublic(c, "application/json", document()));
  serve(operations.docs, (c) => answerPublic(c, "text/html; charset=utf-8", page));
}

function answerPublic(c: Context<Env>, contentType: string, text: string): Promise<Response> {
  return answerText(c, contentType, [{ text, isSecret: false }]);
}
