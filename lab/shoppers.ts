/** Many users with a session each, without the passwords that would take a second of CPU for every twenty of them. */
import { randomUUID } from "node:crypto";
import { openSession } from "../api/auth/sessions.ts";
import { deriveSecrets } from "../api/serve/secrets.ts";
import { type CommandType, type Intents, makeCommand } from "../ledger/decide/command.ts";
import { createPool } from "../ledger/connect/connect.ts";
import { openReads } from "../ledger/tables/open-reads.ts";
import { type SideWrite, Writer } from "../ledger/log/writer.ts";
import type { Pesewas } from "../contract/terms/money.ts";
import type { Level } from "../contract/terms/statuses.ts";
import { inLanes } from "./waiting.ts";

/** Sessions are opened over this many connections in parallel. */
const connections = 4;

export interface Shopper {
  user: string;
  phone: string;
  token: string;
}

interface Registered {
  count: number;
  /** The number of the n-th user. */
  phoneOf: (n: number) => string;
  balance: Pesewas;
  level?: Level;
}

export async function registerShoppers(
  url: string,
  sessionSecret: string,
  { count, phoneOf, balance, level = "Customer" }: Registered,
): Promise<Shopper[]> {
  const shoppers = Array.from({ length: count }, (_, n) => ({
    user: randomUUID(),
    phone: phoneOf(n),
    token: "",
  }));
  await withWriter(url, async (submit) => {
    const register = async ({ user, phone }: Shopper, n: number) => {
      await submit("register_user", { user, level }, [
        {
          text: `insert into shop."user" (id, username, phone, email, password_hash) values ($1, $2, $3, $4, 'none')`,
          values: [user, `user${n}`, phone, `user${n}@example.com`],
        },
      ]);
      if (balance > 0)
        await submit("correct_balance", { user, amount: balance, reason: "bench", corrects: null });
    };
    await Promise.all(shoppers.map(register));
  });
  await openSessions(url, sessionSecret, shoppers);
  return shoppers;
}

/** Gives each of them a new session. */
export async function openSessions(
  url: string,
  sessionSecret: string,
  shoppers: Pick<Shopper, "user" | "token">[],
): Promise<void> {
  const pool = createPool(url, connections);
  const db = openReads(pool);
  const secrets = deriveSecrets(sessionSecret);
  await inLanes(connections, shoppers, async (shopper) => {
    const opened = await openSession(db, secrets, shopper.user);
    if (!opened) throw new Error("no such user");
    shopper.token = opened.token;
  }).finally(() => pool.end());
}

/** @returns the token of a new session */
export async function sessionOf(url: string, sessionSecret: string, user: string): Promise<string> {
  const shopper = { user, token: "" };
  await openSessions(url, sessionSecret, [shopper]);
  return shopper.token;
}

type Submit = <T extends CommandType>(type: T, intent: Intents[T], sideWrites?: SideWrite[]) => Promise<void>;

/** Lets the shop itself give commands. */
export async function withWriter(url: string, work: (submit: Submit) => Promise<void>): Promise<void> {
  const writer = new Writer({ url });
  const submit: Submit = async (type, intent, sideWrites = []) => {
    const command = makeCommand({
      type,
      intent,
      actor: "system",
      id: randomUUID(),
      fingerprint: "00".repeat(16),
    });
    const outcome = await writer.submit(command, { sideWrites });
    if (!outcome.accepted) throw new Error(outcome.rejection.code);
  };
  await work(submit).finally(() => writer.close());
}
