/** Limits how many sockets are open at the same time, by name of whoever opened them. */
export class SocketCounts {
  readonly #open = new Map<string, number>();

  /** Counts one more under each name, unless one of them has reached its limit. */
  take(limits: { name: string; max: number }[]): boolean {
    if (limits.some(({ name, max }) => (this.#open.get(name) ?? 0) >= max)) return false;
    for (const { name } of limits) this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    return true;
  }

  release(names: string[]): void {
    for (const name of names) {
      const left = (this.#open.get(name) ?? 0) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
    }
  }
}
