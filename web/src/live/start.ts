import type { QueryClient } from "@tanstack/react-query";
import { closeCodes } from "#contract/live.ts";
import type { TicketAnswer } from "#contract/tickets.ts";
import { ApiError } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { forgetSession } from "../lib/session.ts";
import { createAnnouncer } from "./announcer.ts";
import { applyMessage, newestPosition, resumeMark, watchGaps } from "./apply.ts";
import { createConnection, type LiveSocket, type SocketListener } from "./connection.ts";
import { startPresence } from "./presence.ts";
import { forgetRecent } from "./recent.ts";
import { setLiveState } from "../lib/live-state.ts";

/** Opens the feed for the signed-in user. Returns a function that closes it. */
export function startLive(client: QueryClient): () => void {
  const announcer = createAnnouncer();
  const connection = createConnection({
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
