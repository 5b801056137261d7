/**
 * The handshake of a websocket: checks the Origin, waits a limited time for the hello with its ticket, and joins the
 * hub.
 */
import type { IncomingMessage } from "node:http";
import { type HttpBindings, upgradeWebSocket } from "@hono/node-server";
import * as v from "valibot";
import type { WebSocket } from "ws";
import { parseJson } from "../serve/input.ts";
import type { Shop } from "../shop.ts";
import { closeCodes, hello, presenceSaid } from "#contract/live.ts";
import { operations } from "#contract/operations.ts";
import { ApiError } from "../serve/errors.ts";
import { isOwnOrigin } from "../serve/client-address.ts";
import { encode, type Hub } from "./hub.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { type Connection, LiveSocket } from "./live-socket.ts";
import type { Presence } from "./presence.ts";
import { redeemTicket } from "../serve/ticket.ts";
import type { Serve } from "../serve/serve.ts";

export function liveRoutes(serve: Serve, live: Live): void {
  const { shop } = live;
  const counts = new SocketCounts();
  const upgrade = upgradeWebSocket((c) => {
    const { socket } = (c.env as HttpBindings).incoming;
    const places = shop.addresses.of(c).map(({ name, factor }) => ({
      name,
      max: serverLimits.sockets_per_address_max * factor,
    }));
    let onHello: ((text: unknown) => void) | undefined;
    let onLeave: (() => void) | undefined;
    return {
      onOpen: (_event, context) => {
        const ws = context.raw as WebSocket;
        if (!counts.admit(places)) return ws.close(closeCodes.tooMany, "too many sockets of this address");
        const handshake = new Handshake(live, ws, socket);
        onHello = (text) => handshake.receive(text);
        onLeave = () => {
          counts.release(places.map(({ name }) => name));
          handshake.leave();
        };
      },
      onMessage: (event) => onHello?.(event.data),
      onClose: () => onLeave?.(),
    };
  });

  serve(operations.live, async (c) => {
    if (!isOwnOrigin(c.req.header("origin"), c.req.header("host"), shop.publicUrl)) {
      throw new ApiError("origin_refused", "This origin may not connect");
    }
    // A real upgrade has no answer to write to. Other requests only have the header.
    const isUpgrading = (c.env as Partial<HttpBindings>).outgoing === undefined;
    const response = isUpgrading && (await upgrade(c, async () => undefined));
    if (response instanceof Response) return response;
    throw new ApiError("upgrade_required", "This address speaks websocket only");
  });
}

export interface Live {
  shop: Shop;
  hub: Hub;
  presence: Presence;
  /** How long a socket may take to say hello. */
  hello_ms: number;
}

class Handshake {
  readonly #shop: Shop;
  readonly #hub: Hub;
  readonly #presence: Presence;
  readonly #ws: WebSocket;
  readonly #connection: Connection;
  readonly #deadline: NodeJS.Timeout;
  #hasHello = false;
  #isWelcome = false;
  #isGone = false;
  #socket: LiveSocket | undefined;

  constructor({ shop, hub, presence, hello_ms }: Live, ws: WebSocket, connection: Connection) {
    this.#shop = shop;
    this.#hub = hub;
    this.#presence = presence;
    this.#ws = ws;
    this.#connection = connection;
    this.#deadline = setTimeout(() => ws.close(closeCodes.helloTimeout, "no hello"), hello_ms);
    // ws closes a socket that breaks the protocol. Without a listener, the error would end the process.
    ws.on("error", () => undefined);
  }

  receive(text: unknown): void {
    if (this.#hasHello) return this.#say(text);
    this.#hasHello = true;
    clearTimeout(this.#deadline);
    this.#join(text).catch((error: unknown) => {
      this.#shop.log.warn({ err: error }, "the handshake of a socket failed");
      this.#ws.close(closeCodes.restart, "try again");
    });
  }

  leave(): void {
    this.#isGone = true;
    clearTimeout(this.#deadline);
    if (!this.#socket) return;
    this.#hub.leave(this.#socket);
    this.#presence.say(this.#socket, []);
  }

  /** Which orders an admin's page has open: the only thing that a client may say after its hello. */
  #say(text: unknown): void {
    const parsed = v.safeParse(presenceSaid, typeof text === "string" ? parseJson(text) : undefined);
    if (!parsed.success || !this.#isWelcome || this.#socket?.principal.level !== "Admin")
      return this.#ws.close(closeCodes.malformed, "only an admin's page may say what it has open");
    this.#presence.say(this.#socket, parsed.output.orders);
  }

  async #join(text: unknown): Promise<void> {
    const parsed = v.safeParse(hello, typeof text === "string" ? parseJson(text) : undefined);
    if (!parsed.success) return this.#ws.close(closeCodes.malformed, "malformed hello");
    const { ticket, ...from } = parsed.output;
    const session = await redeemTicket(this.#shop.db, ticket);
    // The ticket is too old, used or invented. The session may still be valid, so this must not sign anybody out.
    if (session === undefined) return this.#ws.close(closeCodes.ticketInvalid, "ask for another ticket");
    const principal = await this.#shop.principals.find(session);
    if (!principal) return this.#ws.close(closeCodes.signedOut, "please sign in again");
    if (principal.status === "Banned") return this.#ws.close(closeCodes.banned, "banned");
    if (this.#isGone) return;
    if (this.#hub.socketsOf(principal.user) >= serverLimits.sockets_per_user_max)
      return this.#ws.close(closeCodes.tooMany, "too many sockets of this user");
    this.#socket = new LiveSocket(this.#ws, this.#connection, principal);
    const welcome = await this.#hub.join(this.#socket, from);
    if (this.#isGone) return this.#hub.leave(this.#socket);
    // A ban or logout before the socket joined the hub would have missed it, so the principal is checked again. This
    // happens before the welcome: a welcomed socket stays, even if the database becomes unavailable right after.
    this.#shop.principals.forget(session);
    const still = await this.#shop.principals.find(session);
    if (!still) this.#ws.close(closeCodes.signedOut, "please sign in again");
    else if (still.status === "Banned") this.#ws.close(closeCodes.banned, "banned");
    else if (still.level !== this.#socket.principal.level || still.lacksFactor)
      this.#ws.close(closeCodes.restart, "come again");
    else {
      welcome();
      this.#isWelcome = true;
      if (still.level === "Admin") this.#socket.send("presence", encode(this.#presence.now));
    }
  }
}

/**
 * Whether a request opens a websocket: it has the right address, a complete handshake (RFC 6455, 4.2.1) and our own Origin,
 * and nothing that the routes would refuse, because a handshake cannot carry such an answer.
 */
export function isUpgrade({ method, url, headers }: IncomingMessage, publicUrl: string): boolean {
  const [path = ""] = (url ?? "").split("?");
  return (
    method === "GET" &&
    /^\/+api\/+live$/.test(path) &&
    headers.upgrade?.toLowerCase() === "websocket" &&
    headers["sec-websocket-version"] === "13" &&
    /^[A-Za-z0-9+/]{22}==$/.test(headers["sec-websocket-key"] ?? "") &&
    isHost(headers.host) &&
    headers["x-api-key"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    Number(headers["content-length"] ?? 0) === 0 &&
    isOwnOrigin(headers.origin, headers.host, publicUrl)
  );
}

function isHost(host: string | undefined): boolean {
  return (
    host !== undefined && URL.parse(`http://${host}`)?.hostname === host.replace(/:\d+$/, "").toLowerCase()
  );
}

/** Limits how many sockets are open at the same time, by name of whoever opened them. */
class SocketCounts {
  readonly #open = new Map<string, number>();

  /** Counts one more under each name, unless one of them has reached its limit. */
  admit(limits: { name: string; max: number }[]): boolean {
    if (limits.some(({ name, max }) => (this.#open.get(name) ?? 0) >= max)) return false;
    for (const { name } of limits) this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    return true;
  }

  release(names: string[]): void {
    for (const name of names) {
      const left = (this.#open.get(name) ?? 0) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
    }
  }
}
