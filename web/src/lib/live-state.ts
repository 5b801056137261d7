import { createStore, useStore } from "./store.ts";

export type LiveState = "off" | "ticket" | "opening" | "greeting" | "live" | "waiting";

/** The connection's state. It is separate from the connection, which is loaded only after login. */
const state = createStore<LiveState>("off");
let isSettled = false;

export const liveState = state.get;

export function setLiveState(next: LiveState): void {
  if (next === "live" || next === "waiting") isSettled = true;
  if (next === "off") isSettled = false;
  state.set(next);
}

/** live, behind (the connection was lost or failed), or starting (the first attempt is still running). */
export function useLiveSign(): "live" | "behind" | "starting" {
  if (useStore(state) === "live") return "live";
  return isSettled ? "behind" : "starting";
}
