/** Connecting over a line that may lose packets for a moment. */
import type { DatabaseClient } from "./database-client.ts";

/** An attempt whose first packet was lost never succeeds, so another one starts beside it. */
const next_ms = 300;
/** After this, the caller gets an error and may try again. */
const total_ms_max = 5000;

/** The first attempt that succeeds. @throws if an attempt fails and no other is left, or after 5 s. */
export function connectSoon(make: () => DatabaseClient): Promise<DatabaseClient> {
  const began_ms = performance.now();
  const attempts = new Set<DatabaseClient>();
  return new Promise((resolve, reject) => {
    const end = (reason: Error) => {
      clearInterval(timer);
      for (const client of attempts) client.destroy(reason);
    };
    const attempt = () => {
      const client = make();
      attempts.add(client);
      client.connect().then(
        () => {
          attempts.delete(client);
          end(new Error("another attempt came through"));
          resolve(client);
        },
        (error: Error) => {
          attempts.delete(client);
          if (attempts.size > 0 && performance.now() - began_ms < total_ms_max) return;
          end(error);
          reject(error);
        },
      );
    };
    const timer = setInterval(attempt, next_ms);
    attempt();
  });
}
