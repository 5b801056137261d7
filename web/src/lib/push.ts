/** Push notifications in this browser. Nothing here shows anything; the callers do. */
import type { Endpoint, PushKeyAnswer } from "#contract/push.ts";
import { get, post } from "./api.ts";
import { getSession } from "./session.ts";
import { readStored, removeStored, writeStored } from "./storage.ts";
import { useCallback, useEffect, useState } from "react";
import { useCommand } from "./command.ts";
import { useOnline } from "./store.ts";

/** Denied: the user has told the browser so, and only they can change it, in the browser's settings. */
export type PushState = "unsupported" | "denied" | "off" | "on";

/**
 * The state for the signed-in user. Unsupported also means that the app's service worker is not installed (private windows,
 * an iPhone's browser tab).
 */
export async function readPushState(): Promise<PushState> {
  const registration = await findRegistration();
  if (!registration) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return isOwner() && (await registration.pushManager.getSubscription()) ? "on" : "off";
}

/**
 * Asks for permission, so it must be called from a tap. Returns the state afterwards. @throws ApiError if the server did not
 * take the subscription, or an error of the browser if its push service cannot be reached.
 */
export async function turnPushOn(): Promise<PushState> {
  const registration = await findRegistration();
  if (!registration) return "unsupported";
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  await subscribe(registration);
  writeStored("pushOwner", getSession()?._id ?? "");
  return "on";
}

/** @throws ApiError if the server could not be told. Push is off then too: the server learns it from the push service. */
export async function turnPushOff(): Promise<PushState> {
  removeStored("pushOwner");
  const registration = await findRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    await subscription.unsubscribe();
    await post("/user/push/unsubscribe", { endpoint: subscription.endpoint });
  }
  return readPushState();
}

/** Whether push, if it is on, also tells an admin what waits in the office. */
function isOfficePushOn(): boolean {
  return readStored("officePush") === "on";
}

/** Like readPushState, of push about the office. */
export async function readOfficePush(): Promise<PushState> {
  const state = await readPushState();
  return state === "on" && !isOfficePushOn() ? "off" : state;
}

/** Like turnPushOn. Push about the admin's own orders stays on when that about the office is turned off. */
export async function setOfficePush(isOn: boolean): Promise<PushState> {
  if (isOn) writeStored("officePush", "on");
  else removeStored("officePush");
  if (isOn) return turnPushOn();
  await renewPush();
  return readPushState();
}

/**
 * To be called once after each sign-in, and when a signed-in page opens. If this user has turned push on here, it is on again
 * for the new session, because the server forgets it when a session is signed out. If another user has, this browser gets
 * nothing of theirs any more.
 */
export async function renewPush(): Promise<void> {
  const registration = await findRegistration();
  if (!registration || Notification.permission !== "granted") return;
  if (isOwner()) await subscribe(registration);
  else await (await registration.pushManager.getSubscription())?.unsubscribe();
}

function isOwner(): boolean {
  const user = getSession()?._id;
  return user !== undefined && readStored("pushOwner") === user;
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis))
    return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ? registration : undefined;
}

async function subscribe({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  const { publicKey } = await get<PushKeyAnswer>("/user/push/key");
  const known = await pushManager.getSubscription();
  const isCurrent = known !== null && keyOf(known) === publicKey;
  // A browser has only one subscription, and refuses another one with another key.
  if (known && !isCurrent) await known.unsubscribe();
  const subscription = isCurrent
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const endpoint = subscription.toJSON() as Endpoint;
  await post("/user/push/subscribe", isOfficePushOn() ? { ...endpoint, office: true } : endpoint);
}

/** The shop's key that a subscription was made with, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The state that `read` finds, once it is known, and the props of the switch that turns push on and off. */
export function usePushSwitch(read: () => Promise<PushState>, turn: (isOn: boolean) => Promise<PushState>) {
  const isOnline = useOnline();
  const [state, setState] = useState<PushState>();
  const look = useCallback(() => read().then(setState, () => setState("unsupported")), [read]);
  useEffect(() => void look(), [look]);
  const { send, isBusy } = useCommand({ send: turn, onSettled: look });
  const toggle = { checked: state === "on", disabled: isBusy || !isOnline, onCheckedChange: send };
  return { state, toggle };
}
