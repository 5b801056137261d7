/** Moving in from another shop: its files, the dry run, and the run. */
import * as v from "valibot";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { text, uuid } from "./fields.ts";
import { operationsOf } from "./operation.ts";

/** What a column of a file of users can be. */
export const userColumns = [
  "phone",
  "username",
  "email",
  "level",
  "firstName",
  "lastName",
  "passwordHash",
  "balance",
] as const;
/** What a column of a file of products can be. One line is one package. */
export const productColumns = [
  "network",
  "offer",
  "priceCustomer",
  "priceAgent",
  "priceSuperAgent",
  "status",
  "note",
] as const;
const columns = [...userColumns, ...productColumns] as const;
export type Column = (typeof columns)[number];

const fileKinds = ["users", "products"] as const;
export type FileKind = (typeof fileKinds)[number];

/** The number of the column of each kind, from 0. */
export type Columns = { [C in Column]?: number | undefined };

/** Headings in lower case, without spaces and signs. */
const known: Record<Column, readonly string[]> = {
  phone: ["phone", "phonenumber", "mobile", "mobilenumber", "msisdn", "contact", "userphone", "telephone"],
  username: ["username", "user", "login", "nickname", "name"],
  email: ["email", "emailaddress", "mail"],
  level: ["level", "userlevel", "role", "type", "usertype", "accounttype"],
  firstName: ["firstname", "givenname", "forename"],
  lastName: ["lastname", "surname", "familyname"],
  passwordHash: ["passwordhash", "hashedpassword", "hash", "password", "passwd"],
  balance: ["balance", "walletbalance", "accountbalance", "wallet", "amount", "balanceghs", "openingbalance"],
  network: ["network", "product", "service", "category"],
  offer: ["offer", "package", "bundle", "plan", "packagename", "offername"],
  priceCustomer: ["pricecustomer", "customerprice", "price", "customer", "customerghs"],
  priceAgent: ["priceagent", "agentprice", "agent", "agentghs"],
  priceSuperAgent: ["pricesag", "pricesuperagent", "superagentprice", "superagent", "superagentghs"],
  status: ["status", "availability"],
  note: ["note", "warning"],
};

/** @param chosen headings by column, in the place of the known ones */
export function findColumns(
  headings: readonly string[],
  kind: FileKind,
  chosen: Partial<Record<Column, string>> = {},
): Columns {
  const names = headings.map(plain);
  return Object.fromEntries(
    columnsOfKind(kind).flatMap((column) => {
      const own = chosen[column];
      const titles = own === undefined ? known[column] : [plain(own)];
      const title = titles.find((each) => names.includes(each));
      return title === undefined ? [] : [[column, names.indexOf(title)]];
    }),
  );
}

/** Undefined if the headings name neither users nor packages. */
export function kindOfFile(
  headings: readonly string[],
  chosen: Partial<Record<Column, string>> = {},
): FileKind | undefined {
  const { offer, priceCustomer } = findColumns(headings, "products", chosen);
  if (offer !== undefined && priceCustomer !== undefined) return "products";
  return findColumns(headings, "users", chosen).phone === undefined ? undefined : "users";
}

const required: Record<FileKind, readonly Column[]> = {
  users: ["phone"],
  products: ["network", "offer", "priceCustomer"],
};

/** Without these, no line of the file can move in. */
export function missingColumns(kind: FileKind, columns: Columns): Column[] {
  return required[kind].filter((column) => columns[column] === undefined);
}

export function columnsOfKind(kind: FileKind): readonly Column[] {
  return kind === "users" ? userColumns : productColumns;
}

function plain(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z]/g, "");
}

const {
  move_in_cells_max,
  move_in_files_max,
  move_in_kept_days,
  move_in_part_bytes_max,
  move_in_upload_bytes_max,
} = officeLimits;

export const uploadTooLarge = `The files have more than ${move_in_upload_bytes_max / 1024 / 1024} MB together. Please cut them into parts, and move in one after the other.`;

const fileNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(move_in_files_max - 1));
const parts_max = Math.ceil(move_in_upload_bytes_max / 1024);
const partNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(parts_max));

/** PUT /move-in/upload/{id}: whole lines of one of its files, at most this many bytes. */
export const moveInPart = v.object({
  file: fileNumber,
  /** 0, 1, 2 … in the file. */
  part: partNumber,
  text: v.pipe(v.string(), v.maxBytes(move_in_part_bytes_max, "This part of the file is too long")),
});
export type MoveInPart = v.InferInput<typeof moveInPart>;

const cell = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(move_in_cells_max));

const uploadedFile = v.object({
  name: text(200),
  kind: v.picklist(fileKinds),
  /** How many parts were sent. */
  parts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(parts_max)),
  /** The number of the cell that has each column, from 0. */
  columns: v.partial(v.object(v.entriesFromList(columns, cell))),
});

export const moveInBody = v.object({
  upload: uuid,
  files: v.pipe(
    v.array(uploadedFile),
    v.minLength(1, "Please choose a file"),
    v.maxLength(move_in_files_max, `At most ${move_in_files_max} files`),
  ),
});
export type MoveInBody = v.InferInput<typeof moveInBody>;

/**
 * Checked: nothing was asked for yet. Waiting: for a second admin. Expired: nobody decided in time, or its admin has checked
 * other files since.
 */
const moveInStates = ["checked", "waiting", "declined", "expired", "running", "done"] as const;

const counts = v.object({
  users: v.number(),
  products: v.number(),
  /** All opening balances together, in cedis. */
  amount: v.number(),
});
export type MoveInCounts = v.InferOutput<typeof counts>;

const moveInRecord = v.object({
  _id: v.string(),
  state: v.picklist(moveInStates),
  /** What the files bring. */
  new: counts,
  /** What of the files had moved in before. */
  already: counts,
  /** How many lines were refused. */
  refused: v.number(),
  /** How much of what is new has moved in. */
  moved: counts,
  checkedBy: v.object({ _id: v.string(), username: v.string() }),
  checkedAt: v.string(),
  finishedAt: v.nullable(v.string()),
});
export type MoveInRecord = v.InferOutput<typeof moveInRecord>;

const moveInsAnswer = v.object({ items: v.array(moveInRecord) });
export type MoveInsAnswer = v.InferOutput<typeof moveInsAnswer>;

const refusedLine = v.object({
  file: v.string(),
  /** In the file; the first is 1. */
  line: v.number(),
  column: v.nullable(v.picklist(columns)),
  reason: v.string(),
});
export type RefusedLineRecord = v.InferOutput<typeof refusedLine>;

export const moveInOperations = /* @__PURE__ */ operationsOf("Users", {
  uploadMoveInPart: {
    call: "PUT /move-in/upload/{id}",
    summary: "Send a part of a file of users or products from another shop",
    description: `The id is a new UUID for each set of files. A part is whole lines, at most ${move_in_part_bytes_max / 1024} KiB; sent again it replaces itself. All files together have at most ${move_in_upload_bytes_max / 1024 / 1024} MB. An admin has one upload: the first part of another one deletes it. The files are kept encrypted, for at most ${move_in_kept_days} days.`,
    params: { id: uuid },
    body: moveInPart,
    answer: v.object({ bytes: v.number() }),
    refusals: ["body_too_large"],
  },
  checkMoveIn: {
    call: "POST /move-in",
    summary: "Check uploaded files: a dry run, which adds nothing",
    description:
      "Counts what is new, what has moved in before, and the lines that are refused. Only what this counts as new can move in by it. It replaces the admin's last dry run, unless that was started or waits for approval.",
    body: moveInBody,
    status: 201,
    answer: moveInRecord,
    refusals: ["upload_incomplete"],
  },
  listMoveIns: {
    call: "GET /move-in",
    summary: "List the dry runs of the last days, and how far each has moved in",
    answer: moveInsAnswer,
  },
  listRefusedLines: {
    call: "GET /move-in/{id}/refused",
    summary: "List the lines that do not move in, and why",
    description: "After the run also those that somebody else had taken meanwhile.",
    params: { id: uuid },
    noted: "export",
    compressed: true,
    answer: v.array(refusedLine),
    refusals: ["move_in_unknown"],
  },
  startMoveIn: {
    call: "PUT /move-in/{id}/start",
    summary: "Move in what a dry run counted as new",
    description:
      "The server goes on in the background; `moved` says how far it is. In a shop that has had two admins nothing moves until another one approves. Always asks for step-up. Sent again, it starts nothing twice.",
    params: { id: uuid },
    stepUp: "sometimes",
    answer: moveInRecord,
    refusals: ["move_in_unknown", "move_in_expired", "unchanged"],
  },
});
