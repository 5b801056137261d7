/** The health of each gateway, for the admins' banner. Written when it changes, not for each message. */
import type { Pool } from "pg";
import type { SendResult } from "./send-result.ts";

export type Channel = "sms" | "email";
export type Health = "well" | "failing" | "no credit";

const known_ms = 60_000;

export class GatewayHealth {
  readonly #pool: Pool;
  readonly #last = new Map<Channel, { health: Health; at_ms: number }>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** A refused number does not count against the gateway, because it answered. */
  async note(channel: Channel, { outcome, answer }: SendResult): Promise<void> {
    if (outcome === "cancelled" || outcome === "expired") return;
    const health: Health = outcome === "failed" ? "failing" : outcome === "no credit" ? "no credit" : "well";
    const last = this.#last.get(channel);
    const now_ms = Date.now();
    // Written again after a while, because another process may have seen another state.
    if (last?.health === health && now_ms - last.at_ms < known_ms) return;
    this.#last.set(channel, { health, at_ms: now_ms });
    await this.#pool.query({
      name: "note_gateway",
      text: `
        insert into shop.message_gateway as g (channel, state, since, answer) values ($1, $2, now(), $3)
        on conflict (channel) do update set state = excluded.state, answer = excluded.answer,
          since = case when g.state = excluded.state then g.since else excluded.since end
        where g.state <> excluded.state or g.answer <> excluded.answer`,
      values: [channel, health, answer],
    });
  }
}
