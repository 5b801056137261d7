import { useSyncExternalStore } from "react";
import type { LiveState } from "./connection.ts";

/** The connection's state. It is separate from the connection, which is loaded only after login. */
let state: LiveState = "off";
let isSettled = false;
const listeners = new Set<() => void>();

export function liveState(): LiveState {
  return state;
}

export function setLiveState(next: LiveState): void {
  state = next;
  if (next === "live" || next === "waiting") isSettled = true;
  if (next === "off") isSettled = false;
  for (const listener of listeners) listener();
}

/** live, behind (the connection was lost or failed), or starting (the first attempt is still running). */
export function useLiveSign(): "live" | "behind" | "starting" {
  return useSyncExternalStore(subscribe, sign);
}

function sign(): "live" | "behind" | "starting" {
  if (state === "live") return "live";
  return isSettled ? "behind" : "starting";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
