interface Task {
  at_ms: number;
  run: () => void;
}

const tick_ms = 20;

/** The clock of a double. Time passes only when somebody lets it pass, so a test of three days takes milliseconds. */
export class DoubleClock {
  #now_ms: number;
  #tasks: Task[] = [];
  readonly #work = new Set<Promise<unknown>>();

  /** @param start_ms since 1970 */
  constructor(start_ms = Date.UTC(2026, 0, 5, 9)) {
    this.#now_ms = start_ms;
  }

  get now_ms(): number {
    return this.#now_ms;
  }

  /** The time as both rails write it. */
  text(at_ms = this.#now_ms): string {
    return new Date(at_ms).toISOString();
  }

  /** Tasks of the same time run in the order in which they were given. @returns a function that cancels the task */
  at(at_ms: number, run: () => void): () => void {
    const task = { at_ms, run };
    this.#tasks.splice(this.#indexAfter(at_ms), 0, task);
    return () => {
      task.run = () => {};
    };
  }

  /** Registers work that `idle` and `advance` wait for, such as a webhook that has no answer yet. */
  during(work: Promise<unknown>): void {
    this.#work.add(work);
    const end = () => this.#work.delete(work);
    work.then(end, end);
  }

  /** Waits until no work is left. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  /** Lets time pass without waiting for work, for a shop that never answers and for real time. */
  pass(ms: number): void {
    const end_ms = this.#now_ms + ms;
    while (this.#runNext(end_ms));
    this.#now_ms = end_ms;
  }

  /** Lets time pass. All work is done before time moves on, so the same seed gives the same order every time. */
  async advance(ms: number): Promise<void> {
    const end_ms = this.#now_ms + ms;
    do await this.idle();
    while (this.#runNext(end_ms));
    this.#now_ms = end_ms;
  }

  /** Follows the real time, this many times as fast. @returns a function that ends it */
  follow(speed = 1): () => void {
    let last_ms = performance.now();
    const timer = setInterval(() => {
      const real_ms = performance.now();
      this.pass((real_ms - last_ms) * speed);
      last_ms = real_ms;
    }, tick_ms);
    return () => clearInterval(timer);
  }

  /** A storm has many thousands of tasks at once, so they are not searched one by one. */
  #indexAfter(at_ms: number): number {
    let [from, to] = [0, this.#tasks.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((this.#tasks[middle]?.at_ms ?? 0) > at_ms) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  #runNext(end_ms: number): boolean {
    const task = this.#tasks[0];
    if (!task || task.at_ms > end_ms) return false;
    this.#tasks.shift();
    this.#now_ms = Math.max(this.#now_ms, task.at_ms);
    task.run();
    return true;
  }
}
