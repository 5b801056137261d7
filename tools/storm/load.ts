/** The load: customers who buy and ask for top-ups, and an office that decides, all at the same time. */
import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "../demo/random.ts";
import type { Cast, Player } from "./cast.ts";
import {
  buy,
  changeLevel,
  correctBalance,
  decideTopup,
  type Move,
  moveOrder,
  requestTopup,
  type StormCommand,
} from "./commands.ts";
import type { Note, Sender } from "./sender.ts";

/** Each customer buys on so many devices at once, so that commands of one wallet meet. */
const devices = 2;
const clerks = 3;
/** Between two commands of one person, so that the storm is a shop's day and no benchmark. */
const pause_ms = { min: 5, max: 30 } as const;
/** Below this the office gives a customer more, so that purchases are refused now and then only. */
const balance_cedis_min = 50;
const poll_ms = 20;

export class Load {
  readonly #sender: Sender;
  readonly #cast: Cast;
  readonly #packageId: string;
  readonly #random: Random;
  /** Orders that are pending or in process, by id, and requests to decide. */
  readonly #orders = new Map<string, "pending" | "processing">();
  readonly #topups = new Set<string>();
  readonly #poor = new Set<Player>();
  #isRunning = false;
  #people: Promise<unknown> = Promise.resolve();
  #open = 0;

  constructor(sender: Sender, cast: Cast, packageId: string, seed: number) {
    this.#sender = sender;
    this.#cast = cast;
    this.#packageId = packageId;
    this.#random = new Random(seed);
  }

  start(): void {
    this.#isRunning = true;
    this.#people = Promise.all([
      ...this.#cast.customers.flatMap((customer) =>
        Array.from({ length: devices }, (_, turn) => this.#repeat(() => this.#shop(customer, turn))),
      ),
      ...Array.from({ length: clerks }, (_, turn) => this.#repeat(() => this.#decide(turn))),
    ]);
  }

  /** Nobody begins anything more; what was begun may still get its answer for so long. */
  async stop(patience_ms: number): Promise<void> {
    this.#isRunning = false;
    for (const end_ms = performance.now() + patience_ms; this.#open > 0 && performance.now() < end_ms;)
      await sleep(poll_ms);
    this.#sender.giveUp();
    await this.#people;
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (this.#isRunning) {
      await act();
      await sleep(this.#random.whole(pause_ms.min, pause_ms.max));
    }
  }

  async #send(player: Player, command: StormCommand, turn: number): Promise<Note> {
    this.#open += 1;
    return this.#sender.send(player, command, turn).finally(() => (this.#open -= 1));
  }

  async #shop(customer: Player, turn: number): Promise<void> {
    if (this.#random.chance(0.15)) {
      const { effect } = await this.#send(customer, requestTopup(this.#random.whole(50, 90)), turn);
      if (effect) this.#topups.add(idOf(effect.stream));
      return;
    }
    const { effect } = await this.#send(customer, buy(this.#packageId), turn);
    if (!effect) return;
    this.#orders.set(idOf(effect.stream), "pending");
    if ((effect.balance_after ?? 0) < balance_cedis_min * 100) this.#poor.add(customer);
  }

  async #decide(turn: number): Promise<void> {
    const { admin, customers } = this.#cast;
    const customer = this.#random.pick(customers);
    const [poor] = this.#poor;
    if (poor) {
      this.#poor.delete(poor);
      await this.#send(admin, correctBalance(poor.session._id, this.#random.whole(200, 400)), turn);
    } else if (this.#random.chance(0.1)) {
      await this.#send(admin, correctBalance(customer.session._id, this.#random.whole(-2, 5) || 1), turn);
    } else if (this.#random.chance(0.07)) {
      const level = this.#random.pick(["Customer", "Agent", "Super Agent"] as const);
      await this.#send(admin, changeLevel(customer.session._id, level), turn);
    } else if (this.#topups.size > 0 && this.#random.chance(0.4)) {
      const id = this.#random.pick([...this.#topups]);
      this.#topups.delete(id);
      await this.#send(admin, decideTopup(id, this.#random.chance(0.7)), turn);
    } else await this.#moveAnOrder(turn);
  }

  async #moveAnOrder(turn: number): Promise<void> {
    if (this.#orders.size === 0) return;
    const id = this.#random.pick([...this.#orders.keys()]);
    const was = this.#orders.get(id);
    this.#orders.delete(id);
    const move: Move = this.#random.chance(0.4) ? "rejected" : was === "pending" ? "processing" : "completed";
    const { effect } = await this.#send(this.#cast.admin, moveOrder(id, move), turn);
    if (effect?.type === "order_processed") this.#orders.set(id, "processing");
  }
}

function idOf(stream: string): string {
  return stream.slice(stream.indexOf("/") + 1);
}
