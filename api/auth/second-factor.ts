/** The second factor: codes of an authenticator app, and recovery codes in case the app is lost. Each works once. */
import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import type { Door } from "../serve/door.ts";
import { ApiError } from "../serve/errors.ts";
import { noteChangeWrite } from "../serve/noting.ts";
import { mac, openText, type Secrets, sealText } from "../serve/secrets.ts";

/** How many seconds a code is valid (every app assumes 30), and by how many steps a clock may be off. */
const period_s = 30;
const window_steps = 1;
const recovery_codes = 10;

export interface FactorState {
  isOn: boolean;
  recoveryCodesLeft: number;
  isRequiredForAdmins: boolean;
}

export async function factorState(db: Database, user: string): Promise<FactorState> {
  const { rows } = await sql<FactorState>`
    select exists (select from shop.totp where user_id = ${user} and confirmed_at is not null) as "isOn",
      (select count(*)::int from shop.recovery_code where user_id = ${user}) as "recoveryCodesLeft",
      (select admin_factor from ledger.settings) as "isRequiredForAdmins"`.execute(db);
  const [state] = rows;
  if (!state) throw new Error("no second factor's state");
  return state;
}

/** Stores a fresh secret, which has no effect until one of its codes is confirmed. A confirmed secret is not replaced. */
export async function offerSecret(
  shop: Door,
  { user, username }: { user: string; username: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const secret = new Secret({ size: 20 });
  const { numAffectedRows } = await sql`
    insert into shop.totp as t (user_id, secret) values (${user}, ${sealText(shop.secrets.sealing.totp, secret.base32)})
    on conflict (user_id) do update set secret = excluded.secret where t.confirmed_at is null`.execute(
    shop.db,
  );
  if (numAffectedRows !== 1n) return undefined;
  const uri = totpOf(secret.base32, { issuer: shop.name, label: username }).toString();
  return { secret: secret.base32, uri };
}

/** Whether the code is valid, from the app or a recovery code. A valid code is used up. */
export async function takeCode(shop: Door, user: string, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits) ? takeAppCode(shop, user, digits) : takeRecoveryCode(shop, user, code);
}

export function wrongCode(): ApiError {
  return new ApiError(
    "second_factor_wrong",
    "This code is wrong or was used already. Please enter the next one. If you have lost the app and the recovery codes, contact support.",
  );
}

async function takeAppCode({ db, secrets }: Door, user: string, code: string): Promise<boolean> {
  const row = await db
    .selectFrom("shop.totp")
    .select("secret")
    .where("user_id", "=", user)
    .executeTakeFirst();
  if (!row) return false;
  const now_ms = Date.now();
  const totp = totpOf(openText(secrets.sealing.totp, row.secret));
  const delta = totp.validate({ token: code, timestamp: now_ms, window: window_steps });
  if (delta === null) return false;
  const step = Math.floor(now_ms / 1000 / period_s) + delta;
  // Compared and set in one statement: of two requests with the same code, only one succeeds.
  const { numUpdatedRows } = await db
    .updateTable("shop.totp")
    .set({ last_step: step })
    .where("user_id", "=", user)
    .where("last_step", "<", step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

async function takeRecoveryCode({ db, secrets }: Door, user: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("shop.recovery_code")
    .where("user_id", "=", user)
    .where("hash", "=", hashOf(secrets, code))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** The writes that belong to the event of turning it on, and the recovery codes. */
export function turnOnWrites(secrets: Secrets, user: string): { sideWrites: SideWrite[]; codes: string[] } {
  const codes = Array.from({ length: recovery_codes }, newCode);
  const hashes = codes.map((code) => hashOf(secrets, code));
  return {
    codes,
    sideWrites: [
      noteChangeWrite(user, "second factor"),
      { text: "update shop.totp set confirmed_at = now() where user_id = $1", values: [user] },
      { text: "delete from shop.recovery_code where user_id = $1", values: [user] },
      {
        text: "insert into shop.recovery_code (user_id, hash) select $1, unnest($2::bytea[])",
        values: [user, hashes],
      },
    ],
  };
}

/** The writes that belong to the event of turning it off. */
export function turnOffWrites(user: string): SideWrite[] {
  return [
    noteChangeWrite(user, "second factor"),
    { text: "delete from shop.totp where user_id = $1", values: [user] },
    { text: "delete from shop.recovery_code where user_id = $1", values: [user] },
  ];
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    algorithm: "SHA1",
    digits: 6,
    period: period_s,
    secret: Secret.fromBase32(secret),
  });
}

/** 50 bits, without letters that look alike. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz";

function newCode(): string {
  const part = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
  return `${part()}-${part()}`;
}

function hashOf(secrets: Secrets, code: string): Buffer {
  return mac(secrets.recovery, `recovery ${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`);
}
