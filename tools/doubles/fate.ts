/** What happens to the n-th payment, request or message of a world: drawn from the seed, or set by a test. */
import { Random } from "../demo/random.ts";

/** For each question the possible answers. The first one is the usual one. */
type Kinds = Readonly<Record<string, readonly [string, ...string[]]>>;

export type FateOf<K extends Kinds> = { [Key in keyof K]: K[Key][number] };

/** How often each answer is drawn, as a number in [0, 1]. The usual one gets the rest. */
export type SharesOf<K extends Kinds> = { [Key in keyof K]?: Partial<Record<K[Key][number], number>> };

/** A generator for the n-th thing of a world, so that it does not matter how many numbers the ones before it used. */
export function randomOf(seed: number, number: number): Random {
  return new Random(Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
}

export function drawFate<K extends Kinds>(kinds: K, shares: SharesOf<K>, random: Random): FateOf<K> {
  const drawn = Object.entries(kinds).map(([question, [usual]]) => [
    question,
    drawAnswer(shares[question] ?? {}, random.next()) ?? usual,
  ]);
  return Object.fromEntries(drawn) as FateOf<K>;
}

function drawAnswer(shares: Partial<Record<string, number>>, drawn: number): string | undefined {
  let sum = 0;
  return Object.entries(shares).find(([, share = 0]) => drawn < (sum += share))?.[0];
}

/** What a world needs of a FateQueue. */
export interface Fates<F> {
  force(fate: Partial<F>, prefix?: string): void;
  next(name?: string, usual?: Partial<F>): F;
}

/** The fates of the things of one kind, one after the other: set by a test, or drawn from the seed. */
export class FateQueue<K extends Kinds> implements Fates<FateOf<K>> {
  readonly #kinds: K;
  readonly #shares: SharesOf<K>;
  readonly #seed: number;
  readonly #forced: { fate: Partial<FateOf<K>>; prefix: string }[] = [];
  #count = 0;

  constructor(kinds: K, shares: SharesOf<K>, seed: number) {
    this.#kinds = kinds;
    this.#shares = shares;
    this.#seed = seed;
  }

  /** Sets the fate of the next thing whose name begins so. Can be called several times, for the ones after it. */
  force(fate: Partial<FateOf<K>>, prefix = ""): void {
    this.#forced.push({ fate, prefix });
  }

  /** @param usual replaces what is drawn, but not what a test has set */
  next(name = "", usual: Partial<FateOf<K>> = {}): FateOf<K> {
    this.#count += 1;
    const drawn = drawFate(this.#kinds, this.#shares, randomOf(this.#seed, this.#count));
    const index = this.#forced.findIndex(({ prefix }) => name.startsWith(prefix));
    const [forced] = index < 0 ? [] : this.#forced.splice(index, 1);
    return { ...drawn, ...usual, ...forced?.fate };
  }
}
