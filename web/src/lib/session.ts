import { useSyncExternalStore } from "react";
import type { SessionRecord } from "#api/contract/sessions.ts";
import { dayOf, nextMidnight_ms } from "#ledger/terms/dates.ts";
import { forgetUnstored, readStored, readStoredJson, removeStored, writeStored } from "./storage.ts";

/** Why a session ended. `elsewhere`: somebody logged out in another tab. */
export type SessionEnd = "logout" | "elsewhere" | "midnight" | "banned" | "ended";

/** Who is signed in, in local storage, so that all tabs agree. */
let current: SessionRecord | null = null;
let end: SessionEnd = "logout";
const listeners = new Set<() => void>();
let midnightTimer: ReturnType<typeof setTimeout> | undefined;

export function getSession(): SessionRecord | null {
  return current;
}

export function useSession(): SessionRecord | null {
  return useSyncExternalStore(subscribeSession, getSession);
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Why the last session of this tab ended; `logout` if there was none. */
export function sessionEnd(): SessionEnd {
  return end;
}

/** A login or a registration: the day it belongs to begins to count. */
export function signIn(record: SessionRecord): void {
  removeStored("sessionEnd");
  const now = new Date();
  writeStored("loginTime", String(now.getTime()));
  writeStored("loginDate", dayOf(now.toISOString()));
  keepSession(record);
}

/** New tokens, or a newer record of the same user. */
export function keepSession(record: SessionRecord): void {
  writeStored("userInfo", JSON.stringify(record));
  writeStored("token", record.token);
  become(record);
}

/** Forgets everything that belongs to the user. Telling the server is the caller's part (auth/sign-out.ts). */
export function forgetSession(why: SessionEnd): void {
  if (current !== null) {
    // The server ends it at midnight too, and may be quicker.
    end = why === "ended" && isOfAnotherDay() ? "midnight" : why;
    // Before the rest: when another tab hears that the session is gone, it looks here for the reason.
    writeStored("sessionEnd", end);
  }
  removeStored(
    "userInfo",
    "token",
    "cartItems",
    "CurrUser",
    "orderHistory",
    "loginTime",
    "loginDate",
    "nowToProcess",
    "seenAt",
  );
  become(null);
}

/** What another tab has stored meanwhile; a refresh asks before it spends the refresh token. */
export function rereadSession(): SessionRecord | null {
  const record = readSession();
  if (record === null && current !== null) end = endElsewhere();
  become(record);
  return current;
}

function endElsewhere(): SessionEnd {
  const told = readStored("sessionEnd");
  return told === "midnight" || told === "banned" || told === "ended" ? told : "elsewhere";
}

/** Reads the stored session and keeps it true: other tabs, the change of day, midnight, and #signout, which `onLeft` tells. */
export function openSession(onLeft: (session: SessionRecord) => void): void {
  const leaveByHash = () => {
    history.replaceState(null, "", location.pathname + location.search);
    become(readSession());
    const left = current;
    forgetSession("logout");
    if (left !== null) onLeft(left);
  };
  if (location.hash === "#signout") leaveByHash();
  else {
    become(readSession());
    if (isOfAnotherDay()) forgetSession("midnight");
  }
  addEventListener("storage", (event) => {
    forgetUnstored(event.key);
    if (event.key === "userInfo" || event.key === null) rereadSession();
  });
  addEventListener("hashchange", () => {
    if (location.hash === "#signout") leaveByHash();
  });
  // Timers sleep with the phone; looking again on return is what signs out a page that slept over midnight.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && current !== null && isOfAnotherDay())
      forgetSession("midnight");
  });
}

function become(record: SessionRecord | null): void {
  const isSame = record?.token === current?.token && record?.userLevel === current?.userLevel;
  if (isSame && record?._id === current?._id) return;
  current = record;
  clearTimeout(midnightTimer);
  if (record !== null) {
    const now_ms = Date.now();
    midnightTimer = setTimeout(() => forgetSession("midnight"), nextMidnight_ms(now_ms) - now_ms);
  }
  for (const listener of listeners) listener();
}

function readSession(): SessionRecord | null {
  const record = readStoredJson<Partial<SessionRecord>>("userInfo");
  return record?._id !== undefined && record.token !== undefined ? (record as SessionRecord) : null;
}

function isOfAnotherDay(): boolean {
  const loginDate = readStored("loginDate");
  return loginDate !== null && loginDate !== dayOf(new Date().toISOString());
}
