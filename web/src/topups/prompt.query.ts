import type { PromptOffer, PromptState } from "#contract/payments.ts";
import { getQuery } from "../lib/get-query.ts";

/** Whether the user can pay by a prompt, and on which number. */
export const promptOfferQuery = getQuery<PromptOffer>(["prompt offer"], "/payment/prompt", {
  // The number can be proved, and the day's limit used up, on another device.
  staleTime: 0,
});

const ask_again_ms = 3000;

/** What became of a prompt. The feed tells of the request; of the prompt itself only asking tells. */
export const promptQuery = (id: string) =>
  getQuery<PromptState>(["prompt", id], `/payment/prompt/${id}`, {
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : ask_again_ms),
  });

export function isOver(prompt: Pick<PromptState, "state"> | undefined): boolean {
  return prompt?.state === "paid" || prompt?.state === "failed" || prompt?.state === "strange";
}
