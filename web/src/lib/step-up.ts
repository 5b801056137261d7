import { createStore } from "./store.ts";

/** Ends the question. True: the user has proved who they are. */
type Answer = (isProved: boolean) => void;

/** Set while the page asks for the password or code (app/shell/step-up.tsx). */
export const stepUpQuestion = createStore<Answer | null>(null);

let asked: Promise<boolean> | undefined;

/** Asks once, however many calls wait for it. */
export function askStepUp(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    stepUpQuestion.set((isProved) => {
      asked = undefined;
      stepUpQuestion.set(null);
      resolve(isProved);
    });
  });
  return asked;
}
