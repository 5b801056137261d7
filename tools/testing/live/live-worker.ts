/**
 * One page of the storm, with the page's own connection, cache and rules. Each page runs in its own worker, because the
 * page's modules keep the state of the feed. On request it reports what its lists show.
 */
import { userList, type UserRecord } from "#contract/user-list.ts";
import { listQuery } from "#web/src/office/list/list-query.ts";
import { parentPort, workerData } from "node:worker_threads";
import { wrongAnswers } from "./page-globals.ts";
import { type QueryKey, QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import type { TicketAnswer } from "#contract/tickets.ts";
import { type OrderRecord, orderList } from "#contract/order-list.ts";
import { type TopupRecord, topupList } from "#contract/topups.ts";
import { pendingTopupsQuery, topupFreshness } from "#web/src/topups/office/topups.query.ts";
import { withListFields } from "#web/src/orders/office/asked-orders.ts";
import {
  myOrdersQuery,
  recentOrdersQuery,
  newestFirst,
  orderOf,
  withUsername,
} from "#web/src/orders/my-orders.query.ts";
import { myTopupsQuery } from "#web/src/topups/my-topups.query.ts";
import { meQuery } from "#web/src/users/users.query.ts";
import { ApiError } from "#web/src/lib/api-error.ts";
import { post } from "#web/src/lib/api.ts";
import { fetchPage } from "#web/src/lib/lists.ts";
import { queryClient } from "#web/src/lib/query-client.ts";
import { signIn } from "#web/src/lib/session.ts";
import { applyMessage, resumeMark, watchGaps } from "#web/src/live/apply.ts";
import { LiveConnection, type LiveSocket, type SocketListener } from "#web/src/live/connection.ts";
import type { Listing } from "#web/src/lib/listing.ts";
import { liveQuery } from "#web/src/live/live-query.ts";
import { liveState, setLiveState } from "#web/src/lib/live-state.ts";
import type { LiveWorkerData, Screen, ScreenList, WorkerRequest } from "./live-client.ts";

const { base, session, resumeRule } = workerData as LiveWorkerData;
const page_rows = 100;

let isSignedOut = false;
/** The highest position of any message, from which the rule that loses rows resumes. */
let highest: number | null = null;

/** The newest orders of all users, added as they arrive. The admin's own pages only announce them. */
const newestOrdersQuery = liveQuery(
  ["orders", "newest"],
  (signal) => fetchPage<OrderRecord>(`/order/allorders?limit=${page_rows}`, signal),
  {
    key: (order) => order._id,
    list: "order",
    takes: orderOf,
    unknown: "insert",
    compare: newestFirst,
    merge: withUsername,
    rows_max: page_rows,
  },
);

const orderPageQuery = listQuery(orderList, {}, { limit: page_rows }, { merge: withListFields });
const topupPageQuery = listQuery(topupList, {}, { limit: page_rows }, topupFreshness);

const ofCustomer = { queries: [myOrdersQuery, recentOrdersQuery, myTopupsQuery, meQuery] };
const ofAdmin = {
  queries: [
    newestOrdersQuery,
    orderPageQuery,
    topupPageQuery,
    pendingTopupsQuery(),
    listQuery(userList, {}, { limit: page_rows }),
  ],
};
const names: Record<ScreenList, { queryKey: QueryKey }> = {
  "own orders": myOrdersQuery,
  "last own orders": recentOrdersQuery,
  "own top-ups": myTopupsQuery,
  "own account": meQuery,
  "newest orders": newestOrdersQuery,
  "page of orders": orderPageQuery,
  "top-up history": topupPageQuery,
  "pending top-ups": pendingTopupsQuery(),
  users: listQuery(userList, {}, { limit: page_rows }),
};

signIn(session);
const { queries } = session.isAdmin ? ofAdmin : ofCustomer;
for (const query of queries)
  new QueryObserver(queryClient, query as unknown as QueryObserverOptions).subscribe(() => {});
watchGaps(queryClient);
const connection = new LiveConnection({
  fetchTicket,
  openSocket,
  resumeMark: chosenMark,
  onMessage(message) {
    if ("type" in message && message.type === "presence") return;
    highest = Math.max(highest ?? 0, message.position);
    applyMessage(queryClient, message);
  },
  onState: setLiveState,
  onRefused: () => (isSignedOut = true),
  random: Math.random,
  now_ms: Date.now,
  setTimer: (run, delay_ms) => setTimeout(run, delay_ms),
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
});
connection.start();

parentPort?.on("message", (request: WorkerRequest) => {
  if (request.ask === "refresh")
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes("page") });
  else parentPort?.postMessage({ id: request.id, screen: readScreen() });
});

function chosenMark() {
  const own = resumeMark(queryClient) ?? { position: null };
  return resumeRule === "every-row" && highest !== null ? { position: highest } : own;
}

function readScreen(): Screen {
  const lists: Screen["lists"] = {};
  const announced: Screen["announced"] = {};
  for (const [name, { queryKey }] of Object.entries(names)) {
    const list = queryClient.getQueryData<Listing<OrderRecord | TopupRecord | UserRecord>>(queryKey);
    if (list === undefined) continue;
    lists[name as ScreenList] = list.rows.map((row) => [row._id, textOf(row)]);
    announced[name as ScreenList] = list.arrived;
  }
  const isLive = liveState() === "live";
  return { lists, announced, wrongAnswers: wrongAnswers.splice(0), isLive, isSignedOut };
}

function textOf(row: OrderRecord | TopupRecord | UserRecord): string {
  const shown = "userLevel" in row ? `${row.balance.toFixed(2)} ${row.userLevel} ${row.status}` : row.status;
  return `${shown} @${row.position}`;
}

async function fetchTicket(): Promise<string | null> {
  try {
    return (await post<TicketAnswer>("/live/ticket", {})).ticket;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    isSignedOut = true;
    return null;
  }
}

function openSocket(listener: SocketListener): LiveSocket {
  const socket = new WebSocket(`${base.replace("http", "ws")}/api/live`);
  socket.onopen = () => listener.opened();
  socket.onmessage = (event: { data: unknown }) => listener.heard(event.data);
  socket.onclose = (event) => listener.closed(event.code);
  socket.onerror = () => {};
  return socket;
}
