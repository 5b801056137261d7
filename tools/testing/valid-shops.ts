/** One valid request for every operation about agents' shops. */
import { randomUUID } from "node:crypto";
import { insertUserWrite } from "#api/auth/unique-fields.ts";
import type { Cast, SomeRequests } from "./request-forms.ts";
import type { TestShop } from "./test-shop.ts";

export async function turnShopsOn(shop: TestShop): Promise<void> {
  const rules = { isOn: true, highest: 200, fee_by: "shop" } as const;
  await shop.command("change_shop_rules", "system", { rules });
}

/** A shop of an agent who has one already, or of a new agent. Returns the agent's id. */
export async function addAgentShop(shop: TestShop, name: string, agent?: string): Promise<string> {
  const user = agent ?? randomUUID();
  if (agent === undefined) {
    const phone = `02099${String(Number.parseInt(user.slice(0, 6), 16) % 100_000).padStart(5, "0")}`;
    const person = { username: `keeper of ${name}`, phone, email: `${name}@example.com` };
    const writes = [insertUserWrite(user, person, "")];
    await shop.command("register_user", "system", { user, level: "Agent" }, writes);
  }
  await shop.command("open_shop", user, {}, [
    { text: "insert into shop.shop_name (name, user_id) values ($1, $2)", values: [name, user] },
    {
      text: `insert into shop.agent_shop (user_id, name, title, colour) values ($1, $2, $3, 'green')`,
      values: [user, name, `Shop ${name}`],
    },
  ]);
  return user;
}

export function agentShops(shop: TestShop, next: () => number) {
  // Several callers ask at once.
  let on: Promise<void> | undefined;
  let well: Promise<string> | undefined;
  const ready = () => (on ??= turnShopsOn(shop));
  const keeper = async () => {
    await ready();
    return (well ??= addAgentShop(shop, "well-known"));
  };
  const isAgent = ({ userLevel }: Cast["actor"]) => userLevel === "Agent" || userLevel === "Super Agent";
  const opened = new Map<string, Promise<string>>();
  /** Only agents can have one. */
  const own = async ({ actor }: Cast) => {
    await ready();
    if (!isAgent(actor)) return;
    if (!opened.has(actor._id)) opened.set(actor._id, addAgentShop(shop, `own-${next()}`, actor._id));
    await opened.get(actor._id);
  };
  return {
    readOwnShop: async () => {
      await ready();
      return { path: "/user/shop" };
    },
    readShopFigures: async () => {
      await ready();
      return { path: "/user/shop/figures" };
    },
    saveOwnShop: async (cast) => {
      await own(cast);
      const body = { title: "Good data", colour: "blue", greeting: "Welcome", contact: "", isOpen: true };
      return { path: "/user/shop", body: { ...body, name: `saved-${next()}` } };
    },
    changeShopPrices: async (cast) => {
      await own(cast);
      const prices = [{ package: "mtnup2u-2", price: 23 + next() / 100 }];
      return { path: "/user/shop/prices", body: { prices } };
    },
    readShop: async () => {
      await keeper();
      return { path: "/shop/well-known" };
    },
    reportShop: async () => {
      await keeper();
      return { path: "/shop/well-known/report", body: { kind: "other", said: "" } };
    },
    ...ofAdmins(shop, next, ready, keeper),
  } satisfies SomeRequests;
}

function ofAdmins(
  shop: TestShop,
  next: () => number,
  ready: () => Promise<void>,
  keeper: () => Promise<string>,
) {
  const fresh = async () => {
    await ready();
    return addAgentShop(shop, `fresh-${next()}`);
  };
  return {
    listShops: () => ({ path: "/shops?limit=5" }),
    listShopReports: async () => ({ path: `/shops/${await keeper()}/reports` }),
    seeShopReports: async () => ({ path: `/shops/${await keeper()}/reports` }),
    closeShop: async () => ({ path: `/shops/${await fresh()}/close`, body: { reason: "reported" } }),
    reopenShop: async () => {
      const user = await fresh();
      await shop.command("close_shop", "system", { user, reason: "reported" });
      return { path: `/shops/${user}/reopen`, body: { reason: "put right" } };
    },
    readShopRules: () => ({ path: "/extra/shops" }),
    changeShopRules: async () => {
      await ready();
      return { path: "/extra/shops", body: { isOn: true, highest: 2 + next() / 100, feeBy: "agent" } };
    },
  } satisfies SomeRequests;
}
