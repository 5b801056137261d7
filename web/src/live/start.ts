import type { QueryClient } from "@tanstack/react-query";
import { closeCodes, type LiveEvent, type LiveMessage } from "#contract/live.ts";
import type { TicketAnswer } from "#contract/tickets.ts";
import { ApiError } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { forgetSession, getSession } from "../lib/session.ts";
import { applyMessage, newestPosition, resumeMark, watchGaps } from "./apply.ts";
import { LiveConnection, type LiveSocket, type SocketListener } from "./connection.ts";
import { startPresence } from "./presence.ts";
import { forgetRecent, isOwnChange } from "./recent.ts";
import { setLiveState } from "../lib/live-state.ts";
import { notify } from "../lib/notifications.ts";
import { type Decision, decisionIn, summaryOf } from "./decisions.ts";

/** Opens the feed for the signed-in user. Returns a function that closes it. */
export function startLive(client: QueryClient): () => void {
  const announcer = createAnnouncer();
  const connection = new LiveConnection({
    fetchTicket,
    openSocket,
    resumeMark: () => resumeMark(client) ?? { position: null },
    onMessage: (message) => {
      if ("type" in message && message.type === "presence") return presence.hear(message);
      announcer.hear(message, () => newestPosition(client));
      applyMessage(client, message);
    },
    onState: (state) => {
      setLiveState(state);
      if (state === "live") presence.say();
    },
    onRefused: (code) => forgetSession(code === closeCodes.banned ? "banned" : "ended"),
    random: Math.random,
    now_ms: Date.now,
    setTimer: (run, delay_ms) => setTimeout(run, delay_ms),
    clearTimer: (timer) => clearTimeout(timer as number | undefined),
  });
  const presence = startPresence((message) => connection.say(message));
  const unwatch = watchGaps(client);
  const wake = () => {
    if (document.visibilityState === "visible") connection.wake();
  };
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  connection.start();
  return () => {
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
    unwatch();
    connection.stop();
    presence.stop();
    announcer.stop();
    forgetRecent();
  };
}

function openSocket(listener: SocketListener): LiveSocket {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/live`);
  socket.onopen = () => listener.opened();
  socket.onmessage = (event) => listener.heard(event.data);
  socket.onclose = (event) => listener.closed(event.code);
  return socket;
}

/** Returns null if the session is over. Throws on other failures, which are retried. */
async function fetchTicket(): Promise<string | null> {
  try {
    return (await post<TicketAnswer>("/live/ticket", {})).ticket;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Decisions that arrive together, for example an admin's on many orders, are announced together. */
const collect_ms = 400;
/** The answer to an admin's own act may arrive this long after the feed has reported it. */
const ownAnswer_ms = 3000;

/**
 * Tells the user, on any page, what the shop has decided about their orders and top-ups. Each decision once, and none
 * that the page already showed when it was opened.
 */
function createAnnouncer() {
  const said = new Set<string>();
  let since: number | undefined;
  let waiting: { decision: Decision; event: LiveEvent }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const announce = () => {
    const summary = summaryOf(
      waiting.filter(({ event }) => !isOwnChange(event)).map(({ decision }) => decision),
    );
    waiting = [];
    if (summary !== undefined) notify(summary.text, summary.variant);
  };
  /** A message that nobody sees would be gone when the user comes back. */
  const announceWhenVisible = () => {
    timer = undefined;
    if (document.visibilityState === "visible") announce();
    else document.addEventListener("visibilitychange", announceWhenVisible, { once: true });
  };
  return {
    /** Call this before the message is applied. `known` is the newest position that the page has fetched, if any. */
    hear: (message: LiveMessage, known: () => number | undefined) => {
      if ("type" in message) {
        if (message.type !== "welcome") return;
        since = message.isOtherLog === true ? message.position : (since ?? known() ?? message.position);
        return;
      }
      const session = getSession();
      if (session === null || since === undefined || message.position <= since) return;
      const decision = decisionIn(message, session._id);
      if (decision === undefined || said.has(decision.key)) return;
      said.add(decision.key);
      waiting.push({ decision, event: message });
      timer ??= setTimeout(announceWhenVisible, session.userLevel === "Admin" ? ownAnswer_ms : collect_ms);
    },
    stop: () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", announceWhenVisible);
    },
  };
}
