/**
 * Writes to a server that was the primary, hung, and continues without knowing that it was replaced. It must not accept
 * anything: neither over the connection that was open before, nor over new ones.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const connect_ms_max = 1000;
const pause_ms = 20;
const lanes = 3;

export class Intruder {
  readonly #url: string;
  readonly #old: pg.Client;
  /** Writes that wait for an answer keep waiting, or they would use up all connections of the server. */
  readonly #open = new Set<pg.Client>();
  #isOver = false;
  #lanes: Promise<unknown> = Promise.resolve();
  /** How often each answer came. */
  readonly answers = new Map<string, number>();

  private constructor(url: string, old: pg.Client) {
    this.#url = url;
    this.#old = old;
  }

  /** @param url of the primary alone, as the superuser, before it hangs */
  static async open(url: string): Promise<Intruder> {
    const old = clientOf(url);
    await old.connect();
    await old.query("create table if not exists public.intrusion (at timestamptz)");
    return new Intruder(url, old);
  }

  /** Begins to write, without a pause worth mentioning. */
  start(): void {
    const again = async () => {
      while (!this.#isOver) {
        await this.#attempt(clientOf(this.#url));
        await sleep(pause_ms);
      }
    };
    this.#lanes = Promise.all([this.#write(this.#old), ...Array.from({ length: lanes }, again)]);
  }

  /** @returns what went wrong: writes that it accepted, or that came into the log of the new primary */
  async stop(readAll: (text: string) => Promise<number>): Promise<string[]> {
    this.#isOver = true;
    for (const client of this.#open) client.connection.stream.destroy();
    await this.#lanes;
    const accepted = this.answers.get("accepted") ?? 0;
    const kept = await readAll("select from public.intrusion");
    if (accepted === 0 && kept === 0 && this.answers.size > 0) return [];
    return [`the former primary accepted ${accepted} writes, and the new one has ${kept}: ${this.summary}`];
  }

  get summary(): string {
    return [...this.answers].map(([answer, count]) => `${answer} ×${count}`).join(", ");
  }

  async #attempt(client: pg.Client): Promise<void> {
    const connected = await client.connect().then(
      () => true,
      (error: Error) => this.#count(error),
    );
    if (connected) await this.#write(client);
  }

  async #write(client: pg.Client): Promise<void> {
    this.#open.add(client);
    const insert = client.query("insert into public.intrusion values (now())");
    await insert.then(
      () => this.#count("accepted"),
      (error: Error) => this.#count(error),
    );
    client.connection.stream.destroy();
    this.#open.delete(client);
  }

  #count(answer: Error | "accepted"): void {
    const name =
      answer === "accepted" ? answer : answer.message.split("\n")[0] || String(Reflect.get(answer, "code"));
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
  }
}

function clientOf(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connect_ms_max });
  // The attempt itself reports a lost connection.
  client.on("error", () => {});
  return client;
}
