import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import { issueTicket } from "../live/ticket.ts";
import type { Serve } from "../http/serve.ts";

export function downloadRoutes(shop: Shop, serve: Serve): void {
  serve(operations.issueDownloadTicket, async (c, { body: { path } }) => {
    const ticket = await issueTicket(shop.db, c.get("principal").session, path);
    return { ticket };
  });
}
