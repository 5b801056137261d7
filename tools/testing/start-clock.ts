import { inject } from "vitest";
import { setClock } from "./test-clock.ts";

// Runs before each test file. Each begins at the time of the run, wherever the file before has moved the clock.
await setClock(inject("clockAhead_ms"));
