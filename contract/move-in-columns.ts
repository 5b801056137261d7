/** What the columns of another shop's files are, and which headings are known. */

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
export type UserColumn = (typeof userColumns)[number];
export type ProductColumn = (typeof productColumns)[number];
export type Column = UserColumn | ProductColumn;

export const fileKinds = ["users", "products"] as const;
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
