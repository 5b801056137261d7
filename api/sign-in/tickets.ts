/** One-time tickets: each opens one socket or one file, in place of the token. */
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { Serve } from "../serve/serve.ts";
import { issueTicket } from "../serve/ticket.ts";
import { admitOwnData } from "../personal-data/routes.ts";

export function ticketRoutes(shop: Shop, serve: Serve): void {
  serve(operations.issueTicket, async (c) => {
    const ticket = await issueTicket(shop.db, c.get("principal").session);
    return { ticket };
  });

  serve(operations.issueDownloadTicket, async (c, { body: { path } }) => {
    if (path === operations.exportOwnData.path) await admitOwnData(shop, c);
    const ticket = await issueTicket(shop.db, c.get("principal").session, path);
    return { ticket };
  });
}
