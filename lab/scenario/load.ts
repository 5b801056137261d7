/** The load: customers who buy and request top-ups, and admins who process them, all at the same time. */
import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "../../tools/demo/random.ts";
import type { Participants, Participant } from "./participants.ts";
import {
  buy,
  changeLevel,
  correctBalance,
  decideTopup,
  type NextStatus,
  changeOrderStatus,
  requestTopup,
  type StormCommand,
} from "./commands.ts";
import type { SentCommand, Sender } from "./sender.ts";
import { waitFor } from "../waiting.ts";

/** Each customer uses this many devices at once, so that commands for one wallet are concurrent. */
const devices = 2;
const admins_working = 3;
/** Between two commands of one person, because the load should be that of a shop, not of a benchmark. */
const pause_ms = { min: 5, max: 30 } as const;
/** Below this balance, an admin credits the customer, so that few purchases are refused. */
const balance_cedis_min = 50;

export class Load {
  readonly #sender: Sender;
  readonly #participants: Participants;
  readonly #packageId: string;
  readonly #random: Random;
  /** Pending and processing orders by id, and top-ups to decide. */
  readonly #orders = new Map<string, "pending" | "processing">();
  readonly #topups = new Set<string>();
  readonly #poor = new Set<Participant>();
  #isRunning = false;
  #people: Promise<unknown> = Promise.resolve();
  #open = 0;

  constructor(sender: Sender, participants: Participants, packageId: string, seed: number) {
    this.#sender = sender;
    this.#participants = participants;
    this.#packageId = packageId;
    this.#random = new Random(seed);
  }

  start(): void {
    this.#isRunning = true;
    this.#people = Promise.all([
      ...this.#participants.customers.flatMap((customer) =>
        Array.from({ length: devices }, (_, turn) => this.#repeat(() => this.#shop(customer, turn))),
      ),
      ...Array.from({ length: admins_working }, (_, turn) => this.#repeat(() => this.#decide(turn))),
    ]);
  }

  /** Starts no more commands, and waits this long for the answers to those in progress. */
  async stop(patience_ms: number): Promise<void> {
    this.#isRunning = false;
    await waitFor(() => this.#open === 0, { ms_max: patience_ms });
    this.#sender.giveUp();
    await this.#people;
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (this.#isRunning) {
      await work();
      await sleep(this.#random.whole(pause_ms.min, pause_ms.max));
    }
  }

  async #send(participant: Participant, command: StormCommand, turn: number): Promise<SentCommand> {
    this.#open += 1;
    return this.#sender.send(participant, command, turn).finally(() => (this.#open -= 1));
  }

  async #shop(customer: Participant, turn: number): Promise<void> {
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
    const { admin, customers } = this.#participants;
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
    } else await this.#processOrder(turn);
  }

  async #processOrder(turn: number): Promise<void> {
    if (this.#orders.size === 0) return;
    const id = this.#random.pick([...this.#orders.keys()]);
    const was = this.#orders.get(id);
    this.#orders.delete(id);
    const next: NextStatus = this.#random.chance(0.4)
      ? "rejected"
      : was === "pending"
        ? "processing"
        : "completed";
    const { effect } = await this.#send(this.#participants.admin, changeOrderStatus(id, next), turn);
    if (effect?.type === "order_processed") this.#orders.set(id, "processing");
  }
}

function idOf(stream: string): string {
  return stream.slice(stream.indexOf("/") + 1);
}
