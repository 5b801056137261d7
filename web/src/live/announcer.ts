import type { LiveEvent, LiveMessage } from "#contract/live.ts";
import { getSession } from "../lib/session.ts";
import { notify } from "../lib/notifications.ts";
import { type Decision, decisionIn, summaryOf } from "./decisions.ts";
import { isOwnChange } from "./recent.ts";

/** Decisions that arrive together, for example an admin's on many orders, are announced together. */
const collect_ms = 400;
/** The answer to an admin's own act may arrive this long after the feed has reported it. */
const ownAnswer_ms = 3000;

interface Announcer {
  /** Call this before the message is applied. `known` is the newest position that the page has fetched, if any. */
  hear: (message: LiveMessage, known: () => number | undefined) => void;
  stop: () => void;
}

/**
 * Tells the user, on any page, what the shop has decided about their orders and top-ups. Each decision once, and none
 * that the page already showed when it was opened.
 */
export function createAnnouncer(): Announcer {
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
    hear: (message, known) => {
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
