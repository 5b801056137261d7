/** For doubles that are slow, and clients that are. A test never waits this way: it polls for what it expects. */
export function later(after_ms: number, work: () => void): void {
  setTimeout(work, after_ms);
}
