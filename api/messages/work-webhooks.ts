/** One delivery's job. An agent's slow or silent server holds up no other agent's, and no SMS. */
import type { Pool } from "pg";
import { openText, type Secrets } from "../secrets.ts";
import { callWebhook } from "./call-webhook.ts";
import { type Circuit, openCircuit } from "./circuit.ts";
import { type Ages, postpone, settle, take, tryLater, webhookOutbox } from "./outbox.ts";

export interface WebhookWork {
  pool: Pool;
  secrets: Secrets;
  ages: Ages;
  allowPrivate: boolean;
}

interface DeliveryRow {
  id: number;
  attempts: number;
  user_id: string;
  body: string;
}

/** Of the workers' places. */
const at_once_max = 8;
const soon_ms = 500;
const circuits_max = 1000;

export function webhookWorker(work: WebhookWork): (id: number) => Promise<void> {
  const { pool, ages } = work;
  const busy = new Set<string>();
  const circuits = new Map<string, Circuit>();

  function circuitOf(user: string): Circuit {
    const known = circuits.get(user);
    if (known) return known;
    if (circuits.size >= circuits_max) circuits.clear();
    const made = openCircuit(ages.patience.open_ms);
    circuits.set(user, made);
    return made;
  }

  return async (id) => {
    const user = await ownerOf(pool, id);
    if (user === undefined) return;
    if (busy.has(user) || busy.size >= at_once_max)
      return postpone(pool, webhookOutbox, id, soon_ms * (0.5 + Math.random()));
    busy.add(user);
    try {
      const made = await circuitOf(user).attempt(() => deliver(work, id));
      if (made === "open")
        await postpone(pool, webhookOutbox, id, ages.patience.open_ms * (1 + 5 * Math.random()));
    } finally {
      busy.delete(user);
    }
  };
}

async function deliver({ pool, secrets, ages, allowPrivate }: WebhookWork, id: number) {
  const row = await take<DeliveryRow>(pool, webhookOutbox, id, ages);
  if (!row) return {};
  const webhook = await webhookOf(pool, row.user_id);
  if (!webhook) {
    await settle(pool, webhookOutbox, row, "cancelled", "There is no webhook any more");
    return {};
  }
  const { url } = webhook;
  const call = { url, secret: openText(secrets.webhook, webhook.secret), body: row.body, id };
  const now_s = Math.floor(Date.now() / 1000);
  const { answer_ms } = ages.patience;
  const verdict = await callWebhook({ ...call, now_s }, { answer_ms, allowPrivate });
  if (verdict.outcome === "sent") await settle(pool, webhookOutbox, row, "delivered", verdict.answer);
  else await tryLater(pool, webhookOutbox, row, verdict.answer, ages);
  return { verdict };
}

async function ownerOf(pool: Pool, id: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ user_id: string }>({
    name: "delivery_owner",
    text: "select user_id from shop.webhook_delivery where id = $1",
    values: [id],
  });
  return rows[0]?.user_id;
}

async function webhookOf(pool: Pool, user: string): Promise<{ url: string; secret: string } | undefined> {
  const { rows } = await pool.query<{ url: string; secret: string }>({
    name: "webhook",
    text: "select url, secret from shop.webhook where user_id = $1",
    values: [user],
  });
  return rows[0];
}
