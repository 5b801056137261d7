import fc from "fast-check";
import { inject } from "vitest";
import { setClock } from "./test-clock.ts";

// Runs before each test file. Each begins at the time of the run, wherever the file before has moved the clock.
await setClock(inject("clockAhead_ms"));

// A run that is repeated must do the same. Tests of "deep" roll other dice each time, and print their seed.
fc.configureGlobal({ seed: inject("seed") });
