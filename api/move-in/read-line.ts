/** One line of another shop's file as a user or a package, or why it cannot be one. */
import { placeholderEmail } from "#contract/terms/placeholder-email.ts";
import * as v from "valibot";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { formatCedis, parseCedis, type Pesewas } from "#contract/terms/money.ts";
import { limits } from "#contract/terms/limits.ts";
import { repairPhone } from "#contract/terms/phone.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { email, personName, phone, username } from "#contract/fields.ts";
import { productBody } from "#contract/products.ts";
import type { Column, Columns } from "#contract/move-in.ts";

export interface NewUser {
  phone: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  level: Exclude<Level, "Admin">;
  /** Empty: the user needs a link or a code to set a password. */
  passwordHash: string;
  balance: Pesewas;
}

export interface NewPackage {
  network: string;
  status: "available" | "out of stock";
  note: string | undefined;
  offer: string;
  customer: Pesewas;
  agent: Pesewas;
  superAgent: Pesewas;
}

/** Why a line is refused. */
export interface Problem {
  column: Column | undefined;
  reason: string;
}

type CellOf = (column: Column) => string;

export function cellsOf(cells: readonly string[], columns: Columns): CellOf {
  return (column) => {
    const at = columns[column];
    return at === undefined ? "" : (cells[at] ?? "");
  };
}

class Refused extends Error {
  readonly column: Column | undefined;
  constructor(column: Column | undefined, reason: string) {
    super(reason);
    this.column = column;
  }
}

/** @returns what `read` answers, or why the line is refused */
function orProblem<T>(read: () => T): T | Problem {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { column: error.column, reason: error.message };
  }
}

export function isProblem(read: object): read is Problem {
  return "reason" in read;
}

export function readUser(cell: CellOf): NewUser | Problem {
  return orProblem(() => {
    const number = parsed(phone, repairPhone(cell("phone")), "phone");
    const name = cell("username");
    const address = cell("email");
    return {
      phone: number,
      username: parsed(username, name === "" ? `user-${number}` : name, "username"),
      email: parsed(email, address === "" ? placeholderEmail(`user-${number}`) : address, "email"),
      firstName: parsed(personName, cell("firstName"), "firstName"),
      lastName: parsed(personName, cell("lastName"), "lastName"),
      level: readLevel(cell("level")),
      passwordHash: readHash(cell("passwordHash")),
      balance: readBalance(cell("balance")),
    };
  });
}

function parsed<S extends v.GenericSchema<unknown, string>>(
  schema: S,
  value: string,
  column: Column,
): string {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new Refused(column, result.issues[0].message);
  return result.output;
}

const levelWords: Record<string, NewUser["level"]> = {
  "": "Customer",
  customer: "Customer",
  user: "Customer",
  agent: "Agent",
  superagent: "Super Agent",
};

function readLevel(text: string): NewUser["level"] {
  const word = text.toLowerCase().replace(/[^a-z]/g, "");
  if (word === "admin")
    throw new Refused("level", "Admins do not move in: give the rights in Users after the move");
  const level = levelWords[word];
  if (level === undefined || (word === "" && text !== ""))
    throw new Refused("level", `Unknown level “${shortened(text)}”: Customer, Agent or Super Agent`);
  return level;
}

/**
 * Argon2id as a PHC string, or bcrypt. Stronger parameters than these would let anyone keep the server busy who knows the
 * phone number: a login has to compute them before it can refuse the password.
 */
const hash_limits = { bcrypt_cost: 12, argon2_kib: 65_536, argon2_passes: 4, argon2_lanes: 8 };

function readHash(text: string): string {
  if (text === "") return "";
  const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text);
  if (bcrypt) {
    const cost = Number(bcrypt[1]);
    if (cost >= 4 && cost <= hash_limits.bcrypt_cost) return text;
    throw new Refused("passwordHash", `Bcrypt's cost must be 4 to ${hash_limits.bcrypt_cost}`);
  }
  const argon2 =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/.exec(
      text,
    );
  if (!argon2) throw new Refused("passwordHash", "Not an argon2id (PHC) or bcrypt hash");
  const [kib = 0, passes = 0, lanes = 0] = argon2.slice(1).map(Number);
  const { argon2_kib, argon2_passes, argon2_lanes } = hash_limits;
  const isLight = kib <= argon2_kib && passes <= argon2_passes && lanes <= argon2_lanes;
  if (isLight && passes > 0 && lanes > 0 && kib >= 8 * lanes) return text;
  throw new Refused(
    "passwordHash",
    `Argon2id's m, t and p must be at most ${argon2_kib}, ${argon2_passes} and ${argon2_lanes}`,
  );
}

function readBalance(text: string): Pesewas {
  const amount = text === "" ? 0 : readAmount(text);
  if (amount === undefined) throw new Refused("balance", `“${shortened(text)}” is no amount in cedis`);
  if (amount < 0) throw new Refused("balance", `Negative balance: ${formatCedis(amount)}`);
  const { opening_balance_max: max } = officeLimits;
  if (amount > max) throw new Refused("balance", `More than ${formatCedis(max)}`);
  return amount;
}

/** "12.5", "GHS 1,204.50", "¢3". A comma for the decimals is nobody's guess to make, and refused. */
function readAmount(text: string): Pesewas | undefined {
  const bare = text.replace(/^(-?)\s*(?:GHS|GH¢|GH₵|¢|₵)\s*/i, "$1");
  return parseCedis(/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(",", "") : bare);
}

export function readPackage(cell: CellOf): NewPackage | Problem {
  return orProblem(() => {
    const prices = {
      priceCustomer: cell("priceCustomer"),
      priceAgent: cell("priceAgent"),
      priceSAg: cell("priceSuperAgent"),
    };
    const { priceCustomer } = prices;
    const result = v.safeParse(productBody, {
      network: cell("network"),
      status: cell("status").toLowerCase() || "available",
      ...(cell("note") === "" ? {} : { note: cell("note") }),
      packages: [
        {
          offer: cell("offer"),
          priceCustomer: amountText(priceCustomer),
          priceAgent: amountText(prices.priceAgent || priceCustomer),
          priceSAg: amountText(prices.priceSAg || prices.priceAgent || priceCustomer),
        },
      ],
    });
    if (!result.success) {
      const [issue] = result.issues;
      throw new Refused(columnOf(issue.path?.map(({ key }) => String(key)) ?? []), issue.message);
    }
    const {
      network,
      status = "available",
      note,
      packages: [first],
    } = result.output;
    if (!first) throw new Refused("offer", "Please enter the offer");
    const { offer, priceCustomer: customer, priceAgent: agent, priceSAg: superAgent } = first;
    return { network, status, note, offer, customer, agent, superAgent };
  });
}

function amountText(text: string): string {
  const amount = readAmount(text);
  return amount === undefined ? text : String(amount / 100);
}

function columnOf(path: string[]): Column | undefined {
  const names: Record<string, Column> = { priceSAg: "priceSuperAgent", name: "offer" };
  const last = path.at(-1) ?? "";
  return names[last] ?? (last as Column);
}

/** What a message repeats of a cell. */
function shortened(text: string): string {
  return text.length > limits.offer_length_max ? `${text.slice(0, limits.offer_length_max)}…` : text;
}
