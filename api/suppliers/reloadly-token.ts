/** The token for Reloadly's calls. It is asked for once, and again before it expires. */
import { z } from "zod";
import { callSupplier, text } from "./call-supplier.ts";

export interface ReloadlySettings {
  clientId: string;
  clientSecret: string;
  /** Without a slash at the end; so is the next one. */
  url: string;
  authUrl: string;
  /** Signs its webhooks. Without it, none is believed. */
  webhookSecret?: string | undefined;
  /** How long an answer may take. */
  answer_ms: number;
}

const tokenBody = z.object({ access_token: text.max(4000), expires_in: z.number().positive() });

/** It is not used for the last minute, so that no call begins with one that has just expired. */
const margin_ms = 60_000;

export class ReloadlyToken {
  readonly #settings: ReloadlySettings;
  readonly #closing: AbortSignal;
  #asked: Promise<{ token: string; until_ms: number } | undefined> | undefined;

  constructor(settings: ReloadlySettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
  }

  /** Undefined if it gives none. Calls at the same time share one question. */
  async get(): Promise<string | undefined> {
    const now_ms = Date.now();
    const known = await this.#asked;
    if (known && known.until_ms > now_ms) return known.token;
    this.#asked = this.#ask(now_ms);
    return (await this.#asked)?.token;
  }

  /** It was refused. */
  forget(): void {
    this.#asked = undefined;
  }

  async #ask(now_ms: number) {
    const { clientId, clientSecret, url, authUrl, answer_ms } = this.#settings;
    const audience = url.includes("sandbox")
      ? "https://topups-sandbox.reloadly.com"
      : "https://topups.reloadly.com";
    const said = await callSupplier({
      url: `${authUrl}/oauth/token`,
      headers: {},
      body: { client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials", audience },
      answer_ms,
      closing: this.#closing,
    });
    const { data: found } = tokenBody.safeParse(typeof said === "string" ? undefined : said.body);
    if (!found) return undefined;
    const { access_token: token, expires_in } = found;
    return { token, until_ms: now_ms + Math.max(0, expires_in * 1000 - margin_ms) };
  }
}
