import { afterAll, vi } from "vitest";

// Test files of one worker share their modules and globals, so no file may leave a spy or a clock to the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
