import { setTimeout as sleep } from "node:timers/promises";
import { untilSafeStart_ms } from "./midnight.ts";

// Runs before each test file. If the whole run waited instead, it would have to do so from half past eleven on.
const wait_ms = untilSafeStart_ms(Date.now());
if (wait_ms > 0) {
  console.log(`Waiting ${Math.ceil(wait_ms / 1000)} s for midnight UTC, because all sessions end then.`);
  await sleep(wait_ms);
}
