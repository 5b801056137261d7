/** A user's own sessions. */
import { openSessions } from "#ledger/users/reads.ts";
import { endOfSession, requireSessionOf } from "../auth/sessions.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { perform } from "../serve/command.ts";
import type { Serve } from "../serve/serve.ts";
import { issueTicket } from "../serve/ticket.ts";
import { admitOwnData } from "../personal-data/routes.ts";

export function ownSessionRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listOwnSessions, async (c) => {
    const { user, session } = c.get("principal");
    const views = await openSessions(shop.db, user);
    return views.map((view) => ({ ...view, isThis: view._id === session }));
  });

  serve(operations.endOwnSession, async (c, { params: { id: session } }) => {
    const { user } = c.get("principal");
    await requireSessionOf(shop, user, session);
    await perform(shop, c, endOfSession(user, session));
    shop.principals.forget(session);
    return { message: "Signed out" };
  });
}

/** One-time tickets: each opens one socket or one file, in place of the token. */
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
