/** Agents take out what they have earned, some in two tabs at once, and take some of it back. */
import { randomUUID } from "node:crypto";
import type { WithdrawalAnswer, WithdrawalOffer } from "../../../contract/withdrawals.ts";
import { randomOf } from "../../../tools/doubles/fate.ts";
import { type ShopStage, type StormedAgent, withdrawalRules } from "./stormed-agents.ts";

const chances = { "two tabs": 0.2, "taken back": 0.15 } as const;
const cedis_max = 8;

/** By the first agent from there on who has earned enough. */
export async function withdraw(
  stage: ShopStage,
  { seed, number }: { seed: number; number: number },
): Promise<void> {
  const random = randomOf(seed + 3, number);
  const { agents } = stage;
  for (let turn = 0; turn < agents.length; turn += 1) {
    const agent = agents[(number + turn) % agents.length]!;
    const path = "/withdrawal/offer";
    const { max } = await stage.shop.ask<WithdrawalOffer>(agent.token, { method: "GET", path }, number);
    if (max < withdrawalRules.min) continue;
    const [least, most] = [withdrawalRules.min * 100, Math.min(max, cedis_max) * 100];
    // Two tabs both ask for all that is there. Only one can have it, unless more is earned meanwhile: the wallets tell.
    const isInTabs = random.chance(chances["two tabs"]);
    const amount = isInTabs ? max : random.whole(least, Math.round(most)) / 100;
    const asked = await request(stage, agent, { amount, number, tabs: isInTabs ? 2 : 1 });
    if (asked.length === 0) continue;
    if (random.chance(chances["taken back"]))
      for (const id of asked) await takeBack(stage, agent, { id, number });
    return;
  }
}

/** @returns the ids of those that were acknowledged */
async function request(
  stage: ShopStage,
  { token }: StormedAgent,
  { amount, number, tabs }: { amount: number; number: number; tabs: number },
): Promise<string[]> {
  const body = { amount, fee: withdrawalRules.fee };
  const answers = await Promise.all(
    Array.from({ length: tabs }, (_, tab) => {
      const sent = { method: "POST", path: "/withdrawal", body, key: randomUUID() } as const;
      return stage.shop.askUnlessDecided<WithdrawalAnswer>(token, sent, number + tab);
    }),
  );
  const ids = answers.flatMap((answer) => answer?.withdrawal._id ?? []);
  stage.withdrawals.push(...ids);
  return ids;
}

/** In two tabs at once, while an admin may send it. */
async function takeBack(
  { shop, takenBack }: ShopStage,
  { token }: StormedAgent,
  { id, number }: { id: string; number: number },
): Promise<void> {
  const answers = await Promise.all(
    [0, 1].map((tab) => {
      const path = `/withdrawal/${id}/cancel`;
      const sent = { method: "PUT", path, body: {}, key: randomUUID() } as const;
      return shop.askUnlessDecided<WithdrawalAnswer>(token, sent, number + tab);
    }),
  );
  if (answers.some((answer) => answer !== undefined)) takenBack.add(id);
}
