/** For tests: how to make each reason to refuse a command apply. */
import type { RejectionCode } from "#contract/terms/rejections.ts";
import type { CommandType, Intents } from "../command.ts";
import type { ApprovalRequest } from "#ledger/core/rows/approvals.ts";
import type { State } from "#ledger/core/state.ts";
import { approval, asker, patchAccount } from "./scenarios.ts";
import { admin } from "./world.ts";

export interface Scenario<T extends CommandType = CommandType> {
  state: State;
  intent: Intents[T];
  actor: string;
}

export interface Plan<T extends CommandType> {
  /** A scenario in which the command is accepted. */
  start: () => Scenario<T>;
  /** How to make each reason apply on top of whatever else applies. */
  provoke: Partial<Record<RejectionCode, (scenario: Scenario<T>) => void>>;
  /** Pairs that exclude each other: "a × b". */
  exclusive: string[];
}

export const actorReasons = {
  actor_unknown: (s: Scenario) => s.state.accounts.set(s.actor, null),
  actor_deleted: (s: Scenario) => patchAccount(s.state, s.actor, { deleted: true }),
  actor_banned: (s: Scenario) => patchAccount(s.state, s.actor, { status: "Banned" }),
};
export const adminReasons = {
  ...actorReasons,
  admin_only: (s: Scenario) => patchAccount(s.state, s.actor, { level: "Customer" }),
};
/** An actor that does not exist is neither deleted nor banned. */
export const actorExclusive = ["actor_unknown × actor_deleted", "actor_unknown × actor_banned"];

export const haveTwoAdmins = (state: State) => (state.admins_ever = new Set([admin, asker]));
export const waitFor = ({ state, actor }: Scenario, request: ApprovalRequest) => {
  haveTwoAdmins(state);
  state.requests.set(actor, [{ id: approval, request }]);
};
