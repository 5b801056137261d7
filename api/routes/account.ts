/** One's own statement, and the numbers one has given a name. */
import type { MovementView } from "#ledger/store/read/statement.ts";
import { countMovements, listMovements } from "#ledger/store/read/statement.ts";
import { limits } from "#ledger/terms/limits.ts";
import { sql } from "kysely";
import { scopeOf } from "../auth/guard.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { BeneficiaryRecord } from "../contract/account.ts";
import { ApiError } from "../http/errors.ts";
import { answerList, type List } from "../http/list-answer.ts";
import { movementRecord } from "../records/records.ts";
import type { Serve } from "../http/serve.ts";

export function accountRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readStatement, (c, { query: { limit, cursor, user: asked } }) => {
    const principal = c.get("principal");
    const user = scopeOf(principal, { user: asked }) ?? principal.user;
    const statement: List<MovementView, number> = {
      read: (portion) => listMovements(shop.db, { user, before: portion.cursor, limit: portion.limit }),
      total: async () => ({ count: await countMovements(shop.db, user), isExact: true }),
      cursorOf: ({ position }) => position,
      toRecord: movementRecord,
    };
    return answerList(shop, c, statement, { limit, cursor, toText: (position) => position });
  });

  serve(operations.listBeneficiaries, (c) => listBeneficiaries(shop, c.get("principal").user));

  serve(operations.nameBeneficiary, async (c, { body: { phone, name } }) => {
    const { user } = c.get("principal");
    if (name === null) {
      await shop.db
        .deleteFrom("shop.beneficiary")
        .where("user_id", "=", user)
        .where("phone", "=", phone)
        .execute();
      return listBeneficiaries(shop, user);
    }
    const { numAffectedRows } = await sql`
      insert into shop.beneficiary (user_id, phone, name)
      select ${user}, ${phone}, ${name}
      where (select count(*) from shop.beneficiary where user_id = ${user} and phone <> ${phone}) < ${limits.beneficiaries_max}
      on conflict (user_id, phone) do update set name = excluded.name`.execute(shop.db);
    if (numAffectedRows === 0n)
      throw new ApiError(
        "too_many_beneficiaries",
        `You can name ${limits.beneficiaries_max} numbers at most`,
      );
    return listBeneficiaries(shop, user);
  });
}

function listBeneficiaries(shop: Shop, user: string): Promise<BeneficiaryRecord[]> {
  return shop.db
    .selectFrom("shop.beneficiary")
    .select(["phone", "name"])
    .where("user_id", "=", user)
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("phone")
    .execute();
}
