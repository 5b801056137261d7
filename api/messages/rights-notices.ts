/**
 * Tells every admin at once, on every channel, who became an admin, who is none any more, and who uses these rights after
 * a change of how they sign in.
 */
import type { Pool, PoolClient } from "pg";
import type { EventType, LedgerEvent } from "#ledger/core/events.ts";
import { accountTexts } from "#contract/account-messages.ts";
import { isPlainGsm7, toGsm7 } from "#contract/terms/gsm7.ts";
import { limits } from "#contract/terms/limits.ts";
import { fillTemplate } from "#contract/terms/messages.ts";
import { changedRights } from "#contract/notifications.ts";
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import { accountMessage, everyPlaceOf, readAdmins, readPeople, type Telling } from "./notices.ts";
import { inTransaction } from "./in-transaction.ts";
import { pushToAdmins } from "./office-pushes.ts";
import { storeMessages } from "./store-messages.ts";

export const rightsEvents = [
  "user_registered",
  "user_level_changed",
  "user_status_changed",
  "user_deleted",
] as const satisfies EventType[];
type RightsEvent = Extract<LedgerEvent, { type: (typeof rightsEvents)[number] }>;

interface News {
  text: "adminMade" | "adminRemoved" | "adminBanned" | "adminUnbanned" | "adminDeleted" | "adminUsed";
  user: string;
  /** What they changed of how they sign in. */
  part?: string;
  /** Of the event that it is about, if it is about one. */
  position: number | null;
  at: string;
}

/** In the transaction that moves the checkpoint of messages, so each change is told once. */
export async function tellRights(client: PoolClient, telling: Telling, events: LedgerEvent[]): Promise<void> {
  for (const event of events) {
    if (!isOfRights(event)) continue;
    const user = idOfStream(event.stream);
    const text = await textOf(client, event, user);
    if (text === undefined) continue;
    await tellAdmins(client, telling, { text, user, position: event.position, at: event.recorded_at });
  }
}

/** Tells it once. Of two calls at the same moment, in whatever process, one finds that nothing is left to tell. */
export async function tellFirstUse(pool: Pool, telling: Telling, user: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ part: string }>(
      `update shop."user" u set unused_change = null
       from (select id, unused_change from shop."user" where id = $1 and unused_change is not null for update) before
       where u.id = before.id returning before.unused_change as part`,
      [user],
    );
    const [found] = rows;
    if (!found) return;
    const at = new Date().toISOString();
    await tellAdmins(client, telling, { text: "adminUsed", user, part: found.part, position: null, at });
  });
}

function isOfRights(event: LedgerEvent): event is RightsEvent {
  return (rightsEvents as readonly EventType[]).includes(event.type);
}

/** Undefined if it does not change who is an admin. */
async function textOf(
  client: PoolClient,
  event: RightsEvent,
  user: string,
): Promise<News["text"] | undefined> {
  switch (event.type) {
    case "user_registered":
      return event.data.level === "Admin" ? "adminMade" : undefined;
    case "user_level_changed":
      if (event.data.after === "Admin") return "adminMade";
      return event.data.before === "Admin" ? "adminRemoved" : undefined;
    case "user_status_changed":
      if (!(await wasAdmin(client, user, event.position))) return undefined;
      return event.data.after === "Banned" ? "adminBanned" : "adminUnbanned";
    case "user_deleted":
      return (await wasAdmin(client, user, event.position)) ? "adminDeleted" : undefined;
  }
}

/** At the time of the event: they may be something else by now. */
async function wasAdmin(client: PoolClient, user: string, position: number): Promise<boolean> {
  const stream: Stream<"user"> = `user/${user}`;
  const { rows } = await client.query<{ level: string }>(
    `select coalesce(data ->> 'after', data ->> 'level') as level from ledger.event
     where stream = $1 and type in ('user_registered', 'user_level_changed') and position < $2
     order by position desc limit 1`,
    [stream, position],
  );
  return rows[0]?.level === "Admin";
}

async function tellAdmins(client: PoolClient, telling: Telling, news: News): Promise<void> {
  const { text, user, part = "", position, at } = news;
  const { rows } = await client.query<{ username: string }>(
    `select username from shop."user" where id = $1`,
    [user],
  );
  const username = rows[0]?.username ?? "";
  const admins = await readAdmins(client);
  // The first admin of a shop.
  if (text === "adminMade" && admins.every(({ id }) => id === user)) return;
  const shown = fillTemplate(accountTexts[text], { shop: telling.shopName, user: username, part });
  const notification = changedRights(shown, position ?? user.slice(0, 8));
  await pushToAdmins(client, notification, { position, recorded_at: at });
  // Who lost the rights is no admin any more, and is told too.
  const concerned = await readPeople(client, [user]);
  const people = new Map([...concerned, ...admins].map((one) => [one.id, one]));
  const messages = [...people.values()].flatMap((person) =>
    // Proved or not: whoever has taken over one of them can probably not hide the other.
    everyPlaceOf(telling.configured, person).map(({ channel, recipient }) => {
      const name = channel === "sms" ? inAlphabet(username) : username;
      const to = { user: person.id, channel, recipient };
      return accountMessage(telling, { kind: "admin_rights", text, values: { user: name, part }, at, ...to });
    }),
  );
  await storeMessages(client, messages, { hasGateway: telling.configured.sms });
}

/** One segment has room for the longest name if each of its characters counts as one. */
function inAlphabet(username: string): string {
  const plain = Array.from(toGsm7(username), (sign) => (isPlainGsm7(sign) ? sign : "?")).join("");
  return plain.slice(0, limits.username_length_max);
}
