import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { urlProblem } from "#ledger/connect/database-url.ts";
import { isPhone } from "#contract/terms/phone.ts";
import { limits } from "#contract/terms/limits.ts";
import { z } from "zod";
import type { SealingSecrets } from "#api/serve/secrets.ts";
import type { MessageOptions } from "#api/messages/options.ts";
import type { PaymentSettings } from "#api/payments/rails.ts";
import type { SupplierSettings } from "#api/suppliers/fulfilment.ts";
import { isLoopback } from "#api/messages/public-address.ts";
import { backupErrors, backupOptions, type BackupOptions, backupVariables } from "./backup-environment.ts";
import { httpUrl, messageErrors, messageOptions, messageVariables } from "./message-environment.ts";
import { supplierOptions, supplierVariables } from "./supplier-environment.ts";
import { paymentErrors, paymentOptions, paymentVariables } from "./payment-environment.ts";
import { parseSealingKeys } from "./keys/sealing-keys.ts";
import { StartError } from "./postgres/start-error.ts";

export type Environment = {
  port: number;
  host: string;
  /** NODE_ENV=production: the page was built before, and the packages that build it may be missing. */
  isProduction: boolean;
  /** undefined for the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  /** The same database with the auditor's login. The command lines do not need it. */
  auditorUrl: string | undefined;
  dataDir: string;
  demo: boolean;
  /** It has an admin of its own, or others can reach it: the demo shop's logins, which are public, must not work here. */
  isReal: boolean;
  /** The first admin, who is made if there is none. */
  admin: { phone: string; password: string } | undefined;
  /** undefined only with the embedded database. Then a secret is generated and kept in the data folder. */
  sessionSecret: string | undefined;
  /** undefined: the session secret seals, or with the embedded database the keys in the data folder. */
  sealingKeys: SealingSecrets | undefined;
  publicUrl: string;
  shopName: string;
  logLevel: LogLevel;
  /** How many of the shop's own proxies are in front of it. */
  proxies: number;
  /** Opens /metrics. If undefined, only this machine can read them. */
  metricsToken: string | undefined;
  /** How long a stopping process still serves requests while it reports that it is not ready. */
  drainDelay_ms: number;
  /** Signs receipts: 32 bytes in base64. */
  receiptKey: string | undefined;
  /** The file that gets a line a day with the ledger's head. */
  headFile: string | undefined;
  /** Gateways for SMS and mail, keys for push, and whether addresses of users may lead into private networks. */
  messages: MessageOptions;
  backup: BackupOptions;
  payments: PaymentSettings;
  suppliers: SupplierSettings;
};

type LogLevel = (typeof logLevels)[number];

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Commands that only work on the database do not need the session secret, so whoever runs them need not have it. */
type Reader = "shop" | "database command";

/** Everything that Cedibook reads from its environment. @throws StartError that names all errors at once */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env, reader: Reader = "shop"): Environment {
  const { set, errors: fileErrors } = readVariables(env, Object.keys(schema.shape));
  const result = schema.safeParse(set);
  const issues = result.error?.issues ?? [];
  const errors = [
    ...fileErrors,
    ...issues.map((issue) => `${issue.path.join(".")} ${issue.message}`),
    ...(reader === "shop" ? secretErrors(set) : []),
    ...pairErrors(set),
    ...messageErrors(set),
    ...backupErrors(set),
  ];
  if (!result.success || errors.length > 0) {
    throw new StartError(`The environment has errors:\n${errors.map((error) => `  ${error}`).join("\n")}`);
  }
  const found = result.data;
  const embedded = found.DATABASE_URL === undefined;
  const { ADMIN_PHONE: phone, ADMIN_PASSWORD: password } = found;
  const isReal =
    phone !== undefined ||
    !isLoopback(found.HOST) ||
    found.PROXIES > 0 ||
    !isLoopback(URL.parse(found.PUBLIC_URL ?? "http://localhost")?.hostname ?? "");
  return {
    port: found.PORT,
    host: found.HOST,
    isProduction: found.NODE_ENV === "production",
    databaseUrl: found.DATABASE_URL,
    auditorUrl: found.AUDITOR_DATABASE_URL,
    dataDir: found.DATA_DIR === undefined ? defaultDataDir(env) : resolve(found.DATA_DIR),
    demo: found.DEMO === undefined ? embedded && !isReal : found.DEMO === "1",
    isReal,
    admin: phone === undefined || password === undefined ? undefined : { phone, password },
    sessionSecret: found.SESSION_SECRET,
    sealingKeys: found.SEALING_KEYS,
    publicUrl: (found.PUBLIC_URL ?? `http://localhost:${found.PORT}`).replace(/\/+$/, ""),
    shopName: found.SHOP_NAME,
    proxies: found.PROXIES,
    metricsToken: found.METRICS_TOKEN,
    drainDelay_ms: found.DRAIN_SECONDS * 1000,
    receiptKey: found.RECEIPT_KEY,
    headFile: found.HEAD_FILE === undefined ? undefined : resolve(found.HEAD_FILE),
    messages: messageOptions(found),
    backup: backupOptions(found),
    payments: paymentOptions(found),
    suppliers: supplierOptions(found),
    // With the embedded database, the log is shown in a terminal; otherwise a log collector reads it.
    logLevel: found.LOG_LEVEL ?? (embedded ? "warn" : "info"),
  };
}

const sealingText =
  "must look like 2:SECRET,1: the key that seals, then those that only open, each version once; 1 is SESSION_SECRET, and a secret has 32 to 200 characters of base64";
const databaseAddress = z.string().superRefine((url, context) => {
  const message = urlProblem(url);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

const schema = z.object({
  ...messageVariables,
  ...backupVariables,
  ...paymentVariables,
  ...supplierVariables,
  NODE_ENV: z.string().optional(),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port: a number from 1 to 65535")
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, "must be a port: a number from 1 to 65535")
    .default(3000),
  // Only this machine, because the demo's logins are public. HOST=0.0.0.0 opens the shop to the network.
  HOST: z.string().default("127.0.0.1"),
  DATABASE_URL: databaseAddress.optional(),
  AUDITOR_DATABASE_URL: databaseAddress.optional(),
  DATA_DIR: z.string().optional(),
  DEMO: z.enum(["0", "1"], "must be 0 or 1").optional(),
  ADMIN_PHONE: z.string().refine(isPhone, "must be ten digits that begin with 0").optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(limits.password_length_min, `must have at least ${limits.password_length_min} characters`)
    .max(limits.password_length_max, `must have at most ${limits.password_length_max} characters`)
    .optional(),
  SESSION_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  SEALING_KEYS: z
    .string()
    .transform((text, context) => {
      const keys = parseSealingKeys(text);
      if (keys === undefined) context.addIssue({ code: "custom", message: sealingText });
      return keys;
    })
    .optional(),
  PUBLIC_URL: httpUrl.optional(),
  SHOP_NAME: z.string().max(60, "must have at most 60 characters").default("Cedibook"),
  PROXIES: z
    .string()
    .regex(/^[0-5]$/, "must be a number from 0 to 5: how many proxies are in front")
    .transform(Number)
    .default(0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "must be 16 to 200 letters, digits or other visible characters")
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^([0-9]|[1-5][0-9]|60)$/, "must be a number from 0 to 60")
    .transform(Number)
    .default(0),
  RECEIPT_KEY: z
    .string()
    .regex(/^[\w+/-]{43}=?$/, "must be 32 bytes in base64 (try: openssl rand -base64 32)")
    .optional(),
  HEAD_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).optional(),
});

function secretErrors(set: Record<string, string | undefined>): string[] {
  if (set["DATABASE_URL"] === undefined || set["SESSION_SECRET"] !== undefined) return [];
  return [
    "SESSION_SECRET must be set with DATABASE_URL, the same for every process (try: openssl rand -base64 48)",
  ];
}

/** Rules that concern two variables. They are not in the schema, because zod checks the rules of an object only if every
 *  field is valid, and all errors should be reported at once. */
function pairErrors(set: Record<string, string | undefined>): string[] {
  const errors: string[] = [];
  if (set["AUDITOR_DATABASE_URL"] !== undefined && set["DATABASE_URL"] === undefined)
    errors.push("DATABASE_URL must be set with AUDITOR_DATABASE_URL: it is the same database");
  const hasPhone = set["ADMIN_PHONE"] !== undefined;
  if (hasPhone !== (set["ADMIN_PASSWORD"] !== undefined)) {
    errors.push(
      `${hasPhone ? "ADMIN_PASSWORD" : "ADMIN_PHONE"} must be set too: both are needed for the first admin`,
    );
  }
  errors.push(...demoErrors(set), ...paymentErrors(set));
  return errors;
}

function demoErrors({
  DEMO,
  HOST,
  ADMIN_PHONE,
  ADMIN_PASSWORD,
}: Record<string, string | undefined>): string[] {
  const conflicts = [
    ...(ADMIN_PHONE === undefined && ADMIN_PASSWORD === undefined ? [] : ["ADMIN_PHONE and ADMIN_PASSWORD"]),
    ...(HOST === undefined || isLoopback(HOST) ? [] : [`HOST ${HOST}, which others can reach`]),
  ];
  return DEMO === "1"
    ? conflicts.map(
        (what) => `DEMO must be 0 or left out with ${what}: the logins of the demo shop are public`,
      )
    : [];
}

/** The usual place of the platform for a user's data. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  const home = homedir();
  if (process.platform === "win32")
    return join(env["LOCALAPPDATA"] ?? join(home, "AppData/Local"), "Cedibook");
  if (process.platform === "darwin") return join(home, "Library/Application Support/Cedibook");
  const xdg = env["XDG_DATA_HOME"];
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "cedibook");
  // PostgreSQL does not run as root, and the user that it runs as instead can't enter root's home.
  if (process.getuid?.() === 0 && isClosed(home)) return "/var/lib/cedibook";
  return join(home, ".local/share/cedibook");
}

function isClosed(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined || (found.mode & 0o001) === 0;
}

interface Found {
  set: Record<string, string>;
  /** Sentences without any value. */
  errors: string[];
}

/**
 * The variables `names` that are set: directly, or as container engines hand over secrets, where NAME_FILE names the file
 * with NAME's value. Line breaks at the end of a file do not count.
 */
export function readVariables(env: NodeJS.ProcessEnv, names: readonly string[]): Found {
  const set: Record<string, string> = {};
  const errors: string[] = [];
  for (const name of names) {
    // An empty variable (PORT= in a compose file) counts as not set.
    const direct = env[name] || undefined;
    const file = env[`${name}_FILE`] || undefined;
    if (direct !== undefined && file !== undefined)
      errors.push(`${name} must be left out with ${name}_FILE, or the other way round`);
    if (direct !== undefined) set[name] = direct;
    else if (file !== undefined) {
      const read = readValue(file);
      if ("problem" in read)
        errors.push(`${name}_FILE must name a file with the value: ${file} ${read.problem}`);
      else set[name] = read.value;
    }
  }
  return { set, errors };
}

function readValue(file: string): { value: string } | { problem: string } {
  try {
    const value = readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
    return value === "" ? { problem: "is empty" } : { value };
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})` };
  }
}
