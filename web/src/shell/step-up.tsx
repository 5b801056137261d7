import { loadLater } from "../lib/load-later.tsx";
import { stepUpQuestion } from "../lib/step-up.ts";
import { useStore } from "../lib/store.ts";

const StepUpContent = loadLater(() => import("./step-up-content.tsx"));

/** Asks for the password or code while a call waits for it. */
export function StepUp() {
  const question = useStore(stepUpQuestion);
  return question === null ? null : <StepUpContent {...question} />;
}
