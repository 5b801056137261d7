/** One delivery's job. An agent's slow or silent server holds up no other agent's, and no SMS. */
import type { Pool } from "pg";
import { openText, type Secrets } from "../secrets.ts";
import { callWebhook } from "./call-webhook.ts";
import { type Circuit, openCircuit } from "./circuit.ts";
import { type Ages, postpone, settle, take, tryLater, webhookOutbox } from "./outbox.ts";
import type { Verdict } from "./verdict.ts";

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

/** Agents at a time: some of the workers' places. */
const agents_max = 8;
const soon_ms = 1000;
/** For so long an agent's deliveries follow each other; then it is others' turn. */
const turn_ms = 5000;
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
    const delivery = await lookUp(pool, id);
    if (!delivery) return;
    const { user_id: user } = delivery;
    // Whoever is at this agent's deliveries takes this one too; if not, it comes back.
    if (busy.has(user) || busy.size >= agents_max)
      return postpone(pool, webhookOutbox, id, soon_ms * (0.5 + Math.random()));
    busy.add(user);
    try {
      // Jobs come in any order: one of a delivery that was never tried begins with the oldest such.
      const first = delivery.attempts === 0 ? await nextOf(pool, user) : id;
      if (first !== undefined) await deliverInTurn(work, circuitOf(user), user, first);
    } finally {
      busy.delete(user);
    }
  };
}

/** One after the other while they are taken, so that a healthy server hears of them in order. */
async function deliverInTurn(
  work: WebhookWork,
  circuit: Circuit,
  user: string,
  first: number,
): Promise<void> {
  const { pool, ages } = work;
  const ends_ms = performance.now() + turn_ms;
  for (let id: number | undefined = first; id !== undefined; id = await nextOf(pool, user)) {
    const at = id;
    const made = await circuit.attempt(() => deliver(work, at));
    if (made === "open")
      return postpone(pool, webhookOutbox, at, ages.patience.open_ms * (1 + 5 * Math.random()));
    if (made.verdict?.outcome === "failed" || performance.now() > ends_ms) return;
  }
}

async function deliver(
  { pool, secrets, ages, allowPrivate }: WebhookWork,
  id: number,
): Promise<{ verdict?: Verdict }> {
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

/** The agent's oldest delivery that was never tried. */
async function nextOf(pool: Pool, user: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>({
    name: "next_delivery",
    text: `select id from shop.webhook_delivery where user_id = $1 and state = 'waiting' and attempts = 0
           order by id limit 1`,
    values: [user],
  });
  return rows[0]?.id;
}

async function lookUp(pool: Pool, id: number): Promise<{ user_id: string; attempts: number } | undefined> {
  const { rows } = await pool.query<{ user_id: string; attempts: number }>({
    name: "look_up_delivery",
    text: "select user_id, attempts from shop.webhook_delivery where id = $1",
    values: [id],
  });
  return rows[0];
}

async function webhookOf(pool: Pool, user: string): Promise<{ url: string; secret: string } | undefined> {
  const { rows } = await pool.query<{ url: string; secret: string }>({
    name: "webhook",
    text: "select url, secret from shop.webhook where user_id = $1",
    values: [user],
  });
  return rows[0];
}
