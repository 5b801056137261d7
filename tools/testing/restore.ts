import { afterAll, vi } from "vitest";
import { killShopProcesses } from "./shop-processes.ts";

// Test files of one worker share their modules and globals, so no file may leave a spy, a clock or a process to the next one.
afterAll(() => {
  killShopProcesses();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
