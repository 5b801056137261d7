import type { ChangeRecord } from "#contract/audit.ts";
import { createStore } from "./store.ts";

interface Question {
  /** What the calls that wait for the answer are about to change. */
  changes: readonly ChangeRecord[];
  /** Ends the question. True: the user has proved who they are. */
  onAnswer: (isProved: boolean) => void;
}

/** Set while the page asks for the password or code (shell/signed-in.tsx). */
export const stepUpQuestion = createStore<Question | null>(null);

let asked: Promise<boolean> | undefined;

/** Asks once, however many calls wait for it. */
export function askStepUp(changes: readonly ChangeRecord[] = []): Promise<boolean> {
  const open = stepUpQuestion.get();
  if (open !== null) stepUpQuestion.set({ ...open, changes: [...open.changes, ...changes] });
  asked ??= new Promise((resolve) => {
    const onAnswer = (isProved: boolean) => {
      asked = undefined;
      stepUpQuestion.set(null);
      resolve(isProved);
    };
    stepUpQuestion.set({ changes, onAnswer });
  });
  return asked;
}
