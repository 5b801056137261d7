import type { SessionRecord } from "#contract/sessions.ts";
import { dayOf, nextMidnight_ms } from "#contract/terms/dates.ts";
import { createStore, useStore } from "./store.ts";
import { forgetUnstored, readStored, readStoredJson, removeStored, writeStored } from "./storage.ts";

/** Why a session ended. `elsewhere` means a logout in another tab. */
export type SessionEnd = "logout" | "elsewhere" | "midnight" | "banned" | "ended";

/** The signed-in user's session. It is stored in local storage, so all tabs agree. */
const current = createStore<SessionRecord | null>(null);
let end: SessionEnd = "logout";
let midnightTimer: ReturnType<typeof setTimeout> | undefined;

export const getSession = current.get;

export const subscribeSession = current.subscribe;

export function useSession(): SessionRecord | null {
  return useStore(current);
}

/** Why the last session of this tab ended; `logout` if there was none. */
export function sessionEnd(): SessionEnd {
  return end;
}

/** Stores the session of a login or registration, and the day it belongs to. */
export function signIn(record: SessionRecord): void {
  removeStored("sessionEnd");
  const now = new Date();
  writeStored("loginTime", String(now.getTime()));
  writeStored("loginDate", dayOf(now.toISOString()));
  keepSession(record);
}

/** Stores new tokens or a newer record of the same user. The API key is not stored: the profile asks for it. */
export function keepSession(given: SessionRecord): void {
  const record = { ...given, apiKey: "" };
  writeStored("userInfo", JSON.stringify(record));
  writeStored("token", record.token);
  become(record);
}

/** Forgets everything that belongs to the user. The caller tells the server (users/sign-out.ts). */
export function forgetSession(reason: SessionEnd): void {
  if (getSession() !== null) {
    // The server also ends sessions at midnight, and may be first.
    end = reason === "ended" && isOfAnotherDay() ? "midnight" : reason;
    // Stored first, because other tabs read the reason as soon as the session is gone.
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

/** Reads what another tab may have stored. A refresh does this before it spends the refresh token. */
export function rereadSession(): SessionRecord | null {
  const record = readSession();
  if (record === null && getSession() !== null) end = endElsewhere();
  become(record);
  return getSession();
}

function endElsewhere(): SessionEnd {
  const reason = readStored("sessionEnd");
  return reason === "midnight" || reason === "banned" || reason === "ended" ? reason : "elsewhere";
}

/**
 * Reads the stored session and keeps it up to date with other tabs, the end of the day and #signout. `onLeft` is called
 * with a session that #signout ended.
 */
export function openSession(onLeft: (session: SessionRecord) => void): void {
  const leaveByHash = () => {
    history.replaceState(null, "", location.pathname + location.search);
    become(readSession());
    const ended = getSession();
    forgetSession("logout");
    if (ended !== null) onLeft(ended);
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
  // Timers stop while the phone sleeps. The check on return signs out a page that slept past midnight.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && getSession() !== null && isOfAnotherDay())
      forgetSession("midnight");
  });
}

function become(record: SessionRecord | null): void {
  const old = getSession();
  const names = ["_id", "token", "userLevel", "lacksFactor"] as const;
  if (names.every((name) => record?.[name] === old?.[name])) return;
  clearTimeout(midnightTimer);
  if (record !== null) {
    const now_ms = Date.now();
    midnightTimer = setTimeout(() => forgetSession("midnight"), nextMidnight_ms(now_ms) - now_ms);
  }
  current.set(record);
}

function readSession(): SessionRecord | null {
  const record = readStoredJson<Partial<SessionRecord>>("userInfo");
  return record?._id !== undefined && record.token !== undefined ? (record as SessionRecord) : null;
}

function isOfAnotherDay(): boolean {
  const loginDate = readStored("loginDate");
  return loginDate !== null && loginDate !== dayOf(new Date().toISOString());
}
