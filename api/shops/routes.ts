/** Agents' own shops: their agents, strangers, and admins. */
import type { Context } from "hono";
import { CompiledQuery, sql } from "kysely";
import { brokenConstraint } from "#ledger/connect/errors.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import {
  countShops,
  listShops,
  ownShop,
  readShopRules,
  shopByName,
  shopFigures,
} from "#ledger/shops/reads.ts";
import { filterOf } from "#contract/list.ts";
import { operations } from "#contract/operations.ts";
import type { OwnShopAnswer, OwnShopBody, ShopReport } from "#contract/shops.ts";
import { shopNameProblem, shopTitleProblem } from "#contract/terms/shop-names.ts";
import { mayHaveShop, type ReportKind, shopLimits } from "#contract/terms/shops.ts";
import { countAttempt } from "../serve/attempts.ts";
import { perform } from "../serve/command.ts";
import type { Env } from "../serve/env.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { answerPage } from "../serve/list-answer.ts";
import type { Serve } from "../serve/serve.ts";
import type { Shop } from "../shop.ts";
import { figuresRecord, ownShopAnswer, rulesRecord, shopAnswer, shopRecord } from "./records.ts";
import type { Database } from "#ledger/tables/open-reads.ts";

export function shopRoutes(shop: Shop, serve: Serve): void {
  agentRoutes(shop, serve);
  strangerRoutes(shop, serve);
  adminRoutes(shop, serve);
}

function agentRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readOwnShop, (c) => readOwn(shop, c));

  serve(operations.saveOwnShop, async (c, { body }) => {
    const { user, level } = c.get("principal");
    const problem = {
      name: shopNameProblem(body.name, shop.name),
      title: shopTitleProblem(body.title, shop.name),
    };
    const [field, message] = Object.entries(problem).find(([, found]) => found !== undefined) ?? [];
    if (field !== undefined && message !== undefined)
      throw new ApiError("input_invalid", message, { fields: { [field]: message } });
    const { rules, face: present } = await ownShop(shop.db, { user, level });
    const writes = settingsWrites(user, body);
    try {
      if (present?.name !== body.name) await requireNameLeft(shop, user, body.name);
      if (!present) await perform(shop, c, { type: "open_shop", intent: {}, body, sideWrites: writes });
      else if (!rules.isOn) throw refused({ code: "shops_off" });
      else if (!mayHaveShop(level)) throw refused({ code: "shop_agents_only" });
      else await write(shop, writes);
    } catch (error) {
      if (nameConstraints.has(brokenConstraint(error) ?? "")) throw nameTaken();
      throw error;
    }
    return readOwn(shop, c);
  });

  serve(operations.readShopFigures, async (c) => {
    const { user, level } = c.get("principal");
    if (!mayHaveShop(level)) throw refused({ code: "shop_agents_only" });
    return figuresRecord(await shopFigures(shop.db, user));
  });

  serve(operations.changeShopPrices, async (c, { body }) => {
    await perform(shop, c, { type: "change_shop_prices", intent: body, body });
    return readOwn(shop, c);
  });
}

async function readOwn(shop: Shop, c: Context<Env>): Promise<OwnShopAnswer> {
  const { user, level } = c.get("principal");
  if (!mayHaveShop(level)) throw refused({ code: "shop_agents_only" });
  return ownShopAnswer(shop, await ownShop(shop.db, { user, level }));
}

/** A name is taken for good, so that no agent gets the customers of another one's old link. */
function settingsWrites(user: string, body: OwnShopBody): [SideWrite, SideWrite] {
  const { name, title, colour, greeting, contact, isOpen } = body;
  return [
    {
      text: "insert into shop.shop_name (name, user_id) values ($1, $2) on conflict (name) do nothing",
      values: [name, user],
    },
    {
      text: `insert into shop.agent_shop (user_id, name, title, colour, greeting, contact, is_open) values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (user_id) do update set name = $2, title = $3, colour = $4, greeting = $5, contact = $6, is_open = $7,
          changed_at = now()`,
      values: [user, name, title, colour, greeting, contact, isOpen],
    },
  ];
}

/** One statement after the other: the second one needs the name that the first one takes. */
async function write({ db }: Shop, writes: readonly SideWrite[]): Promise<void> {
  for (const { text, values } of writes) await db.executeQuery(CompiledQuery.raw(text, values));
}

/** Somebody else was faster. */
const nameConstraints: ReadonlySet<string> = new Set(["agent_shop_own_name", "agent_shop_name_key"]);

async function requireNameLeft({ db }: Shop, user: string, name: string): Promise<void> {
  const taken = await db
    .selectFrom("shop.shop_name")
    .select(["name", "user_id"])
    .where((eb) => eb.or([eb("name", "=", name), eb("user_id", "=", user)]))
    .execute();
  if (taken.some((one) => one.name === name)) {
    if (taken.some((one) => one.name === name && one.user_id !== user)) throw nameTaken();
    return;
  }
  if (taken.length < shopLimits.names_max) return;
  const message = `Your shop has had ${shopLimits.names_max} names. Please choose one of these: ${taken.map((one) => one.name).join(", ")}`;
  throw new ApiError("shop_names_used_up", message, { fields: { name: message } });
}

function nameTaken(): ApiError {
  const message = "This name is taken. Please choose another";
  return new ApiError("shop_name_taken", message, { fields: { name: message } });
}

function strangerRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readShop, async (c, { params: { name } }) => {
    await countAttempt(shop, c, "shop", name);
    return shopAnswer(await known(shop, name));
  });

  serve(operations.reportShop, async (c, { params: { name }, body }) => {
    const { user } = await known(shop, name);
    await countAttempt(shop, c, "shop report", user);
    await keepReport(shop.db, user, body);
    return { message: "Thank you. The owner of the site will look at it." };
  });
}

async function known(shop: Shop, name: string) {
  const found = await shopByName(shop.db, name);
  if (!found) throw refused({ code: "shop_unknown" });
  return found;
}

function adminRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listShops, (_, { query }) => {
    const filter = filterOf(query);
    return answerPage(
      {
        read: (of) => listShops(shop.db, filter, of),
        total: () => countShops(shop.db, filter),
        cursorOf: ({ place }) => place,
        toRecord: shopRecord,
      },
      query,
    );
  });

  serve(operations.listShopReports, (_, { params: { user } }) => readReports(shop.db, user));

  serve(operations.seeShopReports, async (_, { params: { user } }) => {
    await seeReports(shop.db, user);
    return readReports(shop.db, user);
  });

  serve(operations.closeShop, async (c, { params: { user }, body }) => {
    const intent = { user, ...body };
    await perform(shop, c, { type: "close_shop", intent, body: intent });
    return { message: "The shop is closed" };
  });

  serve(operations.reopenShop, async (c, { params: { user }, body }) => {
    const intent = { user, ...body };
    await perform(shop, c, { type: "reopen_shop", intent, body: intent });
    return { message: "The shop may sell again" };
  });

  serve(operations.readShopRules, async () => rulesRecord(await readShopRules(shop.db)));

  serve(operations.changeShopRules, async (c, { body: { seen, ...rules } }) => {
    const of = ({ isOn, highest, feeBy }: typeof rules) => ({ isOn, highest, fee_by: feeBy });
    const intent = { rules: of(rules), ...(seen && { seen: of(seen) }) };
    await perform(shop, c, { type: "change_shop_rules", intent, body: intent });
    return rulesRecord(await readShopRules(shop.db));
  });
}

const listed_max = 100;

/** What a stranger says is wrong with an agent's shop. Who says so is not kept. */
async function keepReport(
  db: Database,
  user: string,
  { kind, said }: { kind: ReportKind; said: string },
): Promise<void> {
  await sql`insert into shop.shop_report (user_id, kind, said) values (${user}, ${kind}, ${said})`.execute(
    db,
  );
}

async function readReports(db: Database, user: string): Promise<ShopReport[]> {
  const rows = await db
    .selectFrom("shop.shop_report")
    .selectAll()
    .where("user_id", "=", user)
    .orderBy("id", "desc")
    .limit(listed_max)
    .execute();
  return rows.map(({ id, kind, said, reported_at, seen_at }) => ({
    _id: id,
    kind: kind as ReportKind,
    said,
    reportedAt: reported_at,
    isNew: seen_at === null,
  }));
}

async function seeReports(db: Database, user: string): Promise<void> {
  await sql`update shop.shop_report set seen_at = now() where user_id = ${user} and seen_at is null`.execute(
    db,
  );
}
