/** The side of the child process: child.ts is that of its parent. */

export interface Question {
  id: number;
  name: string;
  argument: unknown;
}

/** Answers the parent's questions, and ends together with it. */
export function answerParent(answers: Record<string, (argument: never) => unknown>): void {
  process.on("message", async ({ id, name, argument }: Question) => {
    try {
      send({ id, answer: await answers[name]?.(argument as never) });
    } catch (error) {
      send({ id, error: String((error as Error).stack ?? error) });
    }
  });
  // A Ctrl-C in the terminal reaches every process, but the parent itself ends this one.
  process.on("SIGINT", () => {});
  // With a signal, because process.exit waits for native threads, and once never returned.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
}

/** Sends what the parent did not ask for. */
export function tellParent(told: object): void {
  send({ told });
}

function send(message: object): void {
  if (process.connected) process.send?.(message);
}
