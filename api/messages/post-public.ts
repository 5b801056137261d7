/** One POST to an address that a user chose. Each address is checked when connecting, and redirects are not followed. */
import { type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { hostOf, lookUpPublic, PrivateAddress, requirePublic } from "./public-address.ts";
import { failureAnswer } from "./send-result.ts";

export interface Post {
  url: string;
  headers: OutgoingHttpHeaders;
  body: string | Buffer;
}

export interface PostOptions {
  answer_ms: number;
  /** Allows addresses in the server's own network. */
  allowPrivate: boolean;
}

export interface PostAnswer {
  status: number;
  /** The start of the answer's body. */
  text: string;
  /** How long the answer asks to wait (Retry-After, RFC 9110), at most a day; 0 if it does not say. */
  wait_ms: number;
}

const answer_bytes_max = 1024;

/** @throws PrivateAddress, or the error of the connection; `postFailure` puts both into words. */
export async function postPublic(post: Post, options: PostOptions): Promise<PostAnswer> {
  const { hostname } = new URL(post.url);
  // A socket does not look up an IP address, so an address in the URL is checked here.
  if (!options.allowPrivate && isIP(hostOf(hostname))) await requirePublic(hostname);
  return send(post, options);
}

export function postFailure(error: unknown, what: string): string {
  return error instanceof PrivateAddress ? "The address is in a private network" : failureAnswer(error, what);
}

function send(
  { url: address, headers, body }: Post,
  { answer_ms, allowPrivate }: PostOptions,
): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>();
  const url = new URL(address);
  const open = url.protocol === "https:" ? requestHttps : requestHttp;
  const request = open(
    url,
    {
      method: "POST",
      agent: false,
      signal: AbortSignal.timeout(answer_ms),
      ...(allowPrivate ? {} : { lookup: lookUpPublic }),
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    },
    (response) => {
      let text = "";
      const wait_ms = waitOf(response.headers["retry-after"]);
      const done = () => resolve({ status: response.statusCode ?? 0, text, wait_ms });
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        if (text.length < answer_bytes_max) return;
        done();
        request.destroy();
      });
      response.on("end", done);
      response.on("error", reject);
    },
  );
  request.on("error", reject);
  request.end(body);
  return promise;
}

/** Nobody is made to wait longer by an answer. */
const wait_ms_max = 24 * 60 * 60_000;

/** Seconds, or a date. */
function waitOf(header: string | undefined): number {
  if (header === undefined) return 0;
  const wait_ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait_ms) ? 0 : Math.min(Math.max(0, wait_ms), wait_ms_max);
}
