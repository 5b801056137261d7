/** Makes the clock of a process adjustable, as if its system clock were set. Must be imported before everything else. */
const SystemDate = Date;
let offset_ms = 0;

/** @param ms how far the clock is ahead of the system's from now on; negative if it is behind */
export function setClockOffset(ms: number): void {
  offset_ms = ms;
}

class SteppedDate extends SystemDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(SystemDate.now() + offset_ms);
    else super(...(given as [number]));
  }

  static override now(): number {
    return SystemDate.now() + offset_ms;
  }
}

globalThis.Date = SteppedDate as DateConstructor;
