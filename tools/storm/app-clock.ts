/** Imported before all else, this makes the clock of a process one that can be stepped, as when somebody sets it right. */
const SystemDate = Date;
let offset_ms = 0;

/** @param ms how far the clock is off from now on, beyond or behind the system's. */
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
