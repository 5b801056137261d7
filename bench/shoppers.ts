/** A shop with one product, and users with money and a session each, for benchmarks that call the API. */
import { randomUUID } from "node:crypto";
import { openSession } from "#api/auth/sessions.ts";
import { deriveSecrets } from "#api/auth/secrets.ts";
import { type CommandType, type Intents, makeCommand } from "#ledger/decide/command.ts";
import { createPool } from "#ledger/store/connect/connect.ts";
import { openReads } from "#ledger/store/read/database.ts";
import { Writer } from "#ledger/store/write/writer.ts";

export const sessionSecret = "a secret that only the benchmark knows, long enough";

/** Sessions are opened over this many connections in parallel. */
const connections = 4;

export interface Shopper {
  user: string;
  token: string;
}

/** Users with money and a session each, and one product. */
export async function openBenchShop(url: string, count: number): Promise<Shopper[]> {
  const writer = new Writer({ url });
  const pool = createPool(url, connections);
  const db = openReads(pool);
  const secrets = deriveSecrets(sessionSecret);
  const submit = async <T extends CommandType>(
    type: T,
    intent: Intents[T],
    sideWrites: { text: string; values: unknown[] }[] = [],
  ) => {
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
  try {
    const packages = [{ id: "p-1", offer: "1 GB", customer: 480, agent: 460, superAgent: 450 }];
    await submit("create_product", {
      product: "p",
      facts: { network: "MTNup2u", status: "available", note: "", image: null, packages },
    });
    const ids = Array.from({ length: count }, () => randomUUID());
    await Promise.all(
      ids.map(async (user, n) => {
        const phone = `02${String(40_000_000 + n)}`;
        await submit("register_user", { user, level: "Customer" }, [
          {
            text: `insert into shop."user" (id, username, phone, email, password_hash) values ($1, $2, $3, $4, 'none')`,
            values: [user, `user${n}`, phone, `user${n}@example.com`],
          },
        ]);
        await submit("correct_balance", { user, amount: 1_000_000_00, reason: "bench", corrects: null });
      }),
    );
    const shoppers: Shopper[] = [];
    const rest = ids.values();
    const lane = async () => {
      for (const user of rest)
        shoppers.push({ user, token: (await openSession(db, secrets, user))?.token ?? "" });
    };
    await Promise.all(Array.from({ length: connections }, lane));
    return shoppers;
  } finally {
    await writer.close();
    await pool.end();
  }
}
