/** Who sends the hostile requests, and the rows they name. */
import type { ApprovalsAnswer } from "#api/contract/approvals.ts";
import type { TestShop, TestUser } from "../testing/test-shop.ts";
import type { Actor } from "./hostile-request.ts";

export interface Cast {
  token(actor: Actor): string | undefined;
  /** Puts real ids and tokens in the place of @order and the like. */
  fill(text: string, actor: Actor): string;
  /** Somebody was signed out, banned or deleted by a request that was right to do so: another takes the part. */
  replace(actor: Actor): Promise<void>;
}

const levels = {
  customer: "Customer",
  other: "Customer",
  agent: "Agent",
  admin: "Admin",
  banned: "Customer",
} as const;
type Player = keyof typeof levels;

const purchaseKey = "purchase";

export async function openCast(shop: TestShop): Promise<Cast> {
  const players = {} as Record<Player, TestUser>;
  const places = new Map<string, string>();
  let count = 0;
  const join = async (player: Player) => {
    count += 1;
    const phone = count === 1 ? "0245550101" : `0241${String(count).padStart(6, "0")}`;
    const user = await shop.addUser(
      count === 1 ? "ama" : `${player}${count}`,
      phone,
      levels[player],
      1_000_000,
    );
    players[player] = user;
    if (player === "admin") places.set("@approval", await openApproval(shop, players.customer));
    if (player === "agent") places.set("@apiKey", user.apiKey);
    if (player === "customer") await openRows(shop, user, places, "@customer", "@order", "@recharge");
    if (player === "other") await openRows(shop, user, places, "@other", "@othersOrder", "@othersTopup");
    if (player === "banned")
      await shop.command("change_status", "system", { user: user._id, status: "Banned" });
    await shop.caughtUp();
  };
  for (const player of Object.keys(levels) as Player[]) await join(player);
  const token = (actor: Actor) => (actor === "guest" ? undefined : players[actor].token);
  const own = (actor: Actor): Record<string, string> =>
    actor === "guest" ? {} : { "@token": players[actor].token, "@password": players[actor].password };
  return {
    token,
    fill: (text, actor) =>
      text.replace(/@(\w+)/g, (whole) => own(actor)[whole] ?? places.get(whole) ?? whole),
    replace: async (actor) => {
      if (actor !== "guest") await join(actor);
    },
  };
}

async function openRows(
  shop: TestShop,
  { _id, token }: TestUser,
  places: Map<string, string>,
  ...[user, order, recharge]: [string, string, string]
): Promise<void> {
  const bought = await shop.call<{ _id: string }>(
    "POST",
    "/order/create",
    { packageId: "mtnup2u-1", receiver: "0244123456" },
    { token, key: purchaseKey },
  );
  const asked = await shop.call<{ recharge: { _id: string } }>(
    "POST",
    "/recharge",
    { amount: 50 },
    { token },
  );
  places
    .set(user, _id)
    .set(order, bought.body._id)
    .set(recharge, asked.body.recharge._id)
    .set("@key", purchaseKey);
}

/** One that waits for another admin than the shop's own, whose token a long run outlives. */
async function openApproval(shop: TestShop, { _id }: TestUser): Promise<string> {
  const { token } = await shop.login(shop.admin.phone, shop.admin.password);
  await shop.call("PUT", "/extra/correction-limit", { limit: 50 }, { token });
  await shop.call("PUT", "/user/balance", { chosenId: _id, amount: 51 }, { token });
  const { status: code, body } = await shop.call<ApprovalsAnswer>("GET", "/approval", undefined, { token });
  if (code !== 200) throw new Error(`approvals are not listed any more: ${code} ${JSON.stringify(body)}`);
  return body.items.find(({ status }) => status === "pending")?._id ?? "";
}
