/** For tests: a world with two admins. */
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import type { CommandType, Intents } from "../command.ts";
import { admin, openWorld, type World } from "./world.ts";

export const second = "00000000-0000-4000-8000-00000000000b";
export const third = "00000000-0000-4000-8000-00000000000c";

/** What a command that takes two admins answers to the first. */
export const asked = [{ type: "approval_requested", amount: null }];

export const twoAdmins = () => openWorld().given("register_user", { user: second, level: "Admin" }, "system");

/** The id of the request that the last command made. */
export function lastApproval({ events }: World): string {
  const last = events.at(-1);
  if (last?.type !== "approval_requested") throw new Error("the last command took one admin");
  return idOfStream(last.stream as Stream<"approval">);
}

/** Submits what takes two admins, and lets the second one grant it. */
export function byTwo<T extends CommandType>(world: World, type: T, intent: Intents[T]): World {
  const approval = lastApproval(world.given(type, intent, admin));
  return world.given("grant_approval", { approval }, second);
}
