/** The lists that leave the shop, with the columns of the office's files. Removed orders and requests are in the log only. */
import { actRecord, auditMovement } from "#api/books/records.ts";
import { actList, movementList } from "#contract/audit.ts";
import type { Cell } from "#contract/csv.ts";
import { fileColumns } from "#contract/list.ts";
import { messageList, type MessageRecord } from "#contract/messages.ts";
import { orderList } from "#contract/order-list.ts";
import { topupList } from "#contract/topups.ts";
import { userList } from "#contract/user-list.ts";
import { fileName } from "#contract/files.ts";
import type { Column } from "#api/serve/file-answer.ts";
import { listMessages } from "#api/messages/message-list.ts";
import { orderRecord } from "#api/orders/records.ts";
import { topupRecord } from "#api/topups/records.ts";
import { userRecord } from "#api/users/records.ts";
import { listActs } from "#ledger/books/audit-acts.ts";
import { listAuditMovements } from "#ledger/books/audit-movements.ts";
import { listProducts } from "#ledger/products/catalogue.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { listOrders } from "#ledger/orders/list.ts";
import { listTopups } from "#ledger/topups/list.ts";
import { listUsers, type UserView } from "#ledger/users/reads.ts";
import { plainCedis, type Pesewas } from "#contract/terms/money.ts";

export interface List<Row> {
  file: string;
  columns: readonly (readonly [heading: string, cell: (row: Row) => Cell])[];
  /** The rows after this one, at most `limit`. */
  read: (limit: number, after: Row | undefined) => Promise<Row[]>;
  amountOf?: (row: Row) => Pesewas;
  /** The first portion is everything. */
  isWhole?: true;
}

/** Whatever its rows are: only its own functions get them. */
type AnyList = List<unknown>;

export function listsOf(db: Database, { withHashes }: { withHashes: boolean }): AnyList[] {
  const orders = list({
    file: file("orders"),
    columns: of(fileColumns(orderList), (view: Awaited<ReturnType<typeof listOrders>>[number]) =>
      // Forms and vouchers stay sealed: a supplier or a school has them, and the file would be worth stealing.
      orderRecord(view, { items: null, voucher: null }),
    ),
    read: (limit, after) => listOrders(db, {}, { limit, cursor: after?.id }),
    amountOf: ({ amount }) => amount,
  });
  const topups = list({
    file: file("topups"),
    columns: of(fileColumns(topupList), topupRecord),
    read: (limit, after) => listTopups(db, {}, { limit, cursor: after?.id }),
    amountOf: ({ amount }) => amount,
  });
  const movements = list({
    file: file("audit"),
    columns: of(fileColumns(movementList), auditMovement),
    read: (limit, after) => listAuditMovements(db, {}, { limit, cursor: after?.position }),
    amountOf: ({ amount }) => amount,
  });
  const acts = list({
    file: file("acts"),
    columns: of(fileColumns(actList), actRecord),
    read: (limit, after) => listActs(db, {}, { limit, cursor: after?.position }),
  });
  const messages = list({
    file: file("messages"),
    columns: of(fileColumns(messageList), (record: MessageRecord) => record),
    read: (limit, after) => listMessages(db, {}, { limit, cursor: after && Number(after._id) }),
  });
  return [users(db, withHashes), products(db), orders, topups, movements, acts, messages];
}

/** What the office's file of the list is called. */
function file(name: string): string {
  return fileName("", name, {});
}

function list<Row>(of: List<Row>): AnyList {
  return of as unknown as AnyList;
}

/** The office's columns, of rows instead of records. */
function of<Row, Item>(columns: readonly Column<Item>[], toRecord: (row: Row) => Item): List<Row>["columns"] {
  return columns.map(([heading, cell]) => [heading, (row: Row) => cell(toRecord(row))] as const);
}

type OwnUser = UserView & { password_hash: string };

function users(db: Database, withHashes: boolean): AnyList {
  const names = [
    ["First name", ({ first_name }: OwnUser) => first_name],
    ["Last name", ({ last_name }: OwnUser) => last_name],
  ] as const;
  const hashes = withHashes
    ? ([["Password hash", ({ password_hash }: OwnUser) => password_hash]] as const)
    : [];
  return list<OwnUser>({
    file: file("users"),
    columns: [...of(fileColumns(userList), (view: OwnUser) => userRecord(view)), ...names, ...hashes],
    read: async (limit, cursor) => {
      const views = await listUsers(db, {}, { limit, cursor });
      if (!withHashes || views.length === 0) return views.map((view) => ({ ...view, password_hash: "" }));
      const ids = views.map(({ id }) => id);
      const rows = await db
        .selectFrom("shop.user")
        .select(["id", "password_hash"])
        .where("id", "in", ids)
        .execute();
      const hashOf = new Map(rows.map(({ id, password_hash }) => [id, password_hash]));
      return views.map((view) => ({ ...view, password_hash: hashOf.get(view.id) ?? "" }));
    },
    amountOf: ({ balance }) => balance,
  });
}

function products(db: Database): AnyList {
  const rows = async () =>
    (await listProducts(db)).flatMap(({ network, status, note, packages }) =>
      packages.map((item) => ({ network, status, note, ...item })),
    );
  type Row = Awaited<ReturnType<typeof rows>>[number];
  return list<Row>({
    file: file("products"),
    columns: [
      ["Network", ({ network }) => network],
      ["Status", ({ status }) => status],
      ["Offer", ({ offer }) => offer],
      ["Customer (GHS)", ({ customer }) => plainCedis(customer)],
      ["Agent (GHS)", ({ agent }) => plainCedis(agent)],
      ["Super Agent (GHS)", ({ superAgent }) => plainCedis(superAgent)],
      ["Note", ({ note }) => note],
    ],
    read: rows,
    isWhole: true,
  });
}
