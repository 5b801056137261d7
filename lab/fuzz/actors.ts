/** The users who send the hostile requests, and the rows whose ids the requests contain. */
import type { ApprovalsAnswer } from "../../contract/approvals.ts";
import type { Level } from "../../contract/terms/statuses.ts";
import type { TestShop, TestUser } from "../../tools/testing/test-shop.ts";
import type { Actor } from "./hostile-request.ts";

export interface Actors {
  token(actor: Actor): string | undefined;
  /** Replaces placeholders such as @order with real ids and tokens. */
  fill(text: string, actor: Actor): string;
  /** Signs in a user whom a valid request has signed out. One who was banned or deleted is replaced with a new one. */
  replace(actor: Actor): Promise<void>;
  /** Declines what admins have asked for, but for the request that has a placeholder. */
  tidy(): Promise<void>;
  /** Replaces all of them. */
  replaceAll(): Promise<void>;
}

const levels = {
  customer: "Customer",
  other: "Customer",
  agent: "Agent",
  admin: "Admin",
  banned: "Customer",
} as const;
type UserRole = keyof typeof levels;

const purchaseKey = "purchase";

export async function openActors(shop: TestShop): Promise<Actors> {
  const users = {} as Record<UserRole, TestUser>;
  const values = new Map<string, string>();
  let count = 0;
  const join = async (role: UserRole) => {
    count += 1;
    const phone = count === 1 ? "0245550101" : `0241${String(count).padStart(6, "0")}`;
    const user = await shop.addUser(count === 1 ? "ama" : `${role}${count}`, phone, levels[role], 1_000_000);
    users[role] = user;
    if (role === "admin") values.set("@approval", await openApproval(shop, users.customer));
    if (role === "agent") values.set("@apiKey", user.apiKey);
    if (role === "customer") await openRows(shop, user, values, "@customer", "@order", "@topup");
    if (role === "other") await openRows(shop, user, values, "@other", "@othersOrder", "@othersTopup");
    if (role === "banned")
      await shop.command("change_status", "system", { user: user._id, status: "Banned" });
    await shop.caughtUp();
  };
  const replaceAll = async () => {
    for (const role of Object.keys(levels) as UserRole[]) await join(role);
  };
  await replaceAll();
  const token = (actor: Actor) => (actor === "guest" ? undefined : users[actor].token);
  const ownValues = (actor: Actor): Record<string, string> =>
    actor === "guest" ? {} : { "@token": users[actor].token, "@password": users[actor].password };
  return {
    token,
    fill: (text, actor) =>
      text.replace(/@(\w+)/g, (whole) => ownValues(actor)[whole] ?? values.get(whole) ?? whole),
    replace: async (actor) => {
      if (actor === "guest") return;
      const again = await signInAgain(shop, users[actor], levels[actor]);
      if (again) users[actor] = again;
      else await join(actor);
    },
    tidy: () => declineApprovals(shop, values.get("@approval")),
    replaceAll,
  };
}

/** Undefined if they cannot, or are not what they were. A new user for each would make thousands of former admins. */
async function signInAgain(shop: TestShop, user: TestUser, level: Level): Promise<TestUser | undefined> {
  const { phone, password } = user;
  const session = await shop.login(phone, password).catch(() => undefined);
  return session?.userLevel === level ? { ...session, password } : undefined;
}

/** Every command of an admin reads what waits of all of them, and no shop has thousands of such requests. */
async function declineApprovals(shop: TestShop, kept: string | undefined): Promise<void> {
  const { rows } = await shop.pool.query<{ id: string }>(
    "select id from ledger.approval where status = 'pending' and id::text is distinct from $1",
    [kept],
  );
  for (const { id } of rows) await shop.command("decline_approval", "system", { approval: id });
}

async function openRows(
  shop: TestShop,
  { _id, token }: TestUser,
  values: Map<string, string>,
  ...[user, order, topup]: [string, string, string]
): Promise<void> {
  const bought = await shop.call<{ _id: string }>(
    "POST",
    "/order/create",
    { packageId: "mtnup2u-1", receiver: "0244123456" },
    { token, key: purchaseKey },
  );
  const requested = await shop.call<{ recharge: { _id: string } }>(
    "POST",
    "/recharge",
    { amount: 50 },
    { token },
  );
  values
    .set(user, _id)
    .set(order, bought.body._id)
    .set(topup, requested.body.recharge._id)
    .set("@key", purchaseKey);
}

/** Makes an approval that another admin can decide. Signs in first, because the shop's own token ends during a long run. */
async function openApproval(shop: TestShop, { _id }: TestUser): Promise<string> {
  const { token } = await shop.login(shop.admin.phone, shop.admin.password);
  await shop.call("PUT", "/extra/correction-limit", { limit: 50 }, { token });
  await shop.call("PUT", "/user/balance", { chosenId: _id, amount: 51 }, { token });
  const { status: code, body } = await shop.call<ApprovalsAnswer>("GET", "/approval", undefined, { token });
  if (code !== 200) throw new Error(`the list of approvals failed: ${code} ${JSON.stringify(body)}`);
  return body.items.find(({ status }) => status === "pending")?._id ?? "";
}
