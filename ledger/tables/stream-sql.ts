/** SQL for the names of streams (contract/terms/streams.ts), and for users in columns that may also say "system". */
import { type RawBuilder, sql } from "kysely";
import type { Sql } from "./search.ts";

/** The number of an order or a top-up; null if the stream is of another kind. */
export function numberIn(kind: "order" | "topup", stream: Sql): Sql {
  return idIn(kind, stream, "bigint");
}

/** The id of a user, or of the owner of a wallet or a shop; null if the stream is of another kind. */
export function userIn(kind: "user" | "wallet" | "shop", stream: Sql): Sql {
  return idIn(kind, stream, "uuid");
}

/** The id of a payment; null if the stream is of another kind. */
export function paymentIn(stream: Sql): Sql {
  return idIn("payment", stream, "uuid");
}

/** The stream of a row, given its id. */
export function streamOf(kind: "order" | "topup" | "product" | "user" | "shop", id: Sql): Sql {
  return sql`${sql.lit(`${kind}/`)} || ${id}`;
}

/** An actor as a user's id; null for "system". */
export function userOrNull(actor: Sql): RawBuilder<string | null> {
  return sql<string | null>`case when ${actor} ~ '^[0-9a-f-]{36}$' then ${actor}::uuid end`;
}

function idIn(
  kind: "order" | "topup" | "user" | "wallet" | "shop" | "payment",
  stream: Sql,
  type: "bigint" | "uuid",
): Sql {
  const from = sql.lit(kind.length + 2);
  return sql`case when ${stream} like ${sql.lit(`${kind}/%`)} then substring(${stream} from ${from})::${sql.raw(type)} end`;
}
