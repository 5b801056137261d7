import { beforeAll, expect, test } from "vitest";
import { signAccess } from "#api/serve/tokens.ts";
import { type LiveMessage, liveMessage } from "#contract/live.ts";
import type { Operation } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { deriveSecrets } from "#api/serve/secrets.ts";
import { honoPath } from "#api/serve/serve.ts";
import {
  type Answer,
  LiveClient,
  openTestShop,
  testSecret,
  type TestUser,
} from "#tools/testing/test-shop.ts";
import type { OperationId, ValidRequests } from "#tools/testing/request-forms.ts";
import { silentMessages, validRequests } from "#tools/testing/valid-requests.ts";

/**
 * The access matrix. Every kind of caller calls every route with a valid request: about their own rows or, for guest,
 * admin, banned and deleted, about a user's rows. A line says what each caller gets from the calls that are named below it.
 * `another's` is a customer who names another user, whose rows must stay unchanged and unseen. A number is a success; own and
 * all: whose rows; 401 unauthorized; ban: 403 actor_banned; 403 admin_only; key: 403 api_key_refused; invalid: 401
 * api_key_invalid; else the refusal's code. `program` has only an agent's API key; `replaced` is the same with the previous
 * key.
 */
const calls = `
guest              customer         agent            super            admin               banned           deleted            expired          another's          program replaced
login_failed       200              200              200              200                 ban              login_failed       200              login_failed       key     key
  login
201                201              201              201              201                 201              201                201              201                key     key
  register
401                200              200              200              200                 ban              401                200              200                key     key
  refreshToken
401                200              200              200              200                 200              401                401              200                key     key
  logout logoutEverywhere
200                200              200              200              200                 200              200                200              200                key     key
  readResetWays forgetPassword requestResetCode productImage readMomoDetails readShop reportShop listReceiptKeys
  readReceiptState health openApi docs ready metrics
reset_link_invalid 200              200              200              200                 200              reset_link_invalid 200              200                key     key
  readResetLink resetPassword
proof_code_wrong   200              200              200              200                 200              proof_code_wrong   200              200                key     key
  resetPasswordByCode
401                200              200              200              200                 ban              401                401              200                key     key
  changePassword readSecondFactor offerSecondFactor confirmSecondFactor turnOffSecondFactor listOwnSessions
  endOwnSession readProofs sendProofCode prove stepUp updateProfile readStatement listStatementMonths
  readStatementMonth listBeneficiaries nameBeneficiary readSales nextRechargeId readPromptOffer claimPayment
  listOwnClaims readWithdrawalOffer listWithdrawals exportOwnStatement exportOwnData listHeads readPushKey
  subscribePush unsubscribePush
401                403              403              403              200                 ban              401                401              403                key     key
  changeAdminFactor readStepUp changeStepUp exportUsers uploadMoveInPart listMoveIns listRefusedLines
  startMoveIn changeBalance deleteUser readAccount endUserSessions helpSignIn changeLevel changeAdmin
  inviteAdmin changeStatus changeProduct changeProductStatus changeNotice changeMomoDetails changeSupportLinks
  listShops listShopReports seeShopReports closeShop reopenShop readShopRules changeShopRules exportOrders
  readSuppliers pauseSupplier changeRoutes fundSupplier importVouchers listAttempts settleAttempt
  seeContradiction changeSupplierRules importPrices changePriceRule listBatches exportBatch readSupplierLayouts
  changeSupplierLayout countOrders readStatistics readDashboard changeOrderStatus removeOrder removeAllOrders
  exportTopups listMomoDuplicates listApprovedTopups findTopupsByMomoId readTopupHistory approveTopup
  declineTopup removeTopup removeAllTopups listAuditMovements exportAuditMovements readThread readWalletAt
  listActs listDoneAlone listPayments readRails matchPayment coverPayment holdPayment returnPayment
  listOddPayments handleOddPayment transferFromRail noteRailStatement readTestPayment listPrompts listClaims
  answerClaim sendWithdrawal payWithdrawal failWithdrawal rejectWithdrawal readWithdrawalRules
  changeWithdrawalRules readPhone typeMessage dismissMessage confirmRailBalance readClosing readPeriod readSold
  listSecurityEvents exportActs readBooks listIncidents noteIncident startVerification readVerification
  exportStatement listApprovals approve decline changeCorrectionLimit changeTopupLimit listMessages
  exportMessages readGateways resendMessage cancelMessage readMessageSettings changeMessageSettings
  previewMessage
401                own              own              own              all                 ban              401                401              own                own     invalid
  listUsers listOrders
401                own              own              own              all                 ban              401                401              own                key     key
  listBalances listTopups
401                403              403              403              201                 ban              401                401              403                key     key
  checkMoveIn createProduct sendToSupplier testMessage testMail
401                agents_only      200              200              agents_only         ban              401                401              agents_only        key     key
  readApiKey replaceApiKey readWebhook setWebhook removeWebhook listDeliveries replayDelivery
200                200              200              200              200                 200              200                200              200                200     invalid
  listProducts
401                403              403              403              second_admin_needed ban              401                401              403                key     key
  createProducts
401                shop_agents_only 200              200              shop_agents_only    ban              401                401              shop_agents_only   key     key
  readOwnShop readShopFigures saveOwnShop changeShopPrices
supplier_off       supplier_off     supplier_off     supplier_off     supplier_off        supplier_off     supplier_off       supplier_off     supplier_off       key     key
  hearDataMart hearReloadly hearHubnet
401                200              200              200              200                 ban              401                401              order_unknown      key     key
  readOrderHistory readReceipt
401                201              201              201              201                 ban              401                401              201                201     invalid
  createOrder
401                200              200              200              200                 ban              401                401              200                200     invalid
  createOrders
401                200              200              200              command_unknown     ban              401                401              command_unknown    200     invalid
  readCommand
401                200              200              200              200                 ban              401                401              withdrawal_unknown key     key
  readPayoutReceipt
401                201              201              201              201                 ban              401                401              201                key     key
  requestTopup issueTicket issueDownloadTicket
401                prompts_off      prompts_off      prompts_off      prompts_off         ban              401                401              prompts_off        key     key
  sendPrompt openPaymentPage sendOtp
401                recharge_unknown recharge_unknown recharge_unknown recharge_unknown    ban              401                401              recharge_unknown   key     key
  readPrompt
prompts_off        prompts_off      prompts_off      prompts_off      prompts_off         prompts_off      prompts_off        prompts_off      prompts_off        key     key
  startGuestOrder hearPaystack
order_unknown      order_unknown    order_unknown    order_unknown    order_unknown       order_unknown    order_unknown      order_unknown    order_unknown      key     key
  sendGuestOtp readGuestOrder readGuestReceipt
401                403              403              403              prompts_off         ban              401                401              403                key     key
  startTestPayment sendTestOtp
401                phone_not_proved phone_not_proved phone_not_proved phone_not_proved    ban              401                401              phone_not_proved   key     key
  requestWithdrawal
401                200              200              200              withdrawal_unknown  ban              401                401              withdrawal_unknown key     key
  cancelWithdrawal
sms_off            sms_off          sms_off          sms_off          sms_off             sms_off          sms_off            sms_off          sms_off            key     key
  hearPhone
upgrade_required   upgrade_required upgrade_required upgrade_required upgrade_required    upgrade_required upgrade_required   upgrade_required upgrade_required   key     key
  live
`;

/** Files by link, with a ticket that the caller got with their token, if they get one. */
const links = `
file                          guest              customer    agent       super       admin       banned      deleted            expired     another's           program             replaced
exportUsers?ticket            401                403         403         403         200         ban         401                401         403                 key                 key
exportOrders?ticket           401                403         403         403         200         ban         401                401         403                 key                 key
exportBatch?ticket            401                403         403         403         200         ban         401                401         403                 key                 key
exportTopups?ticket        401                403         403         403         200         ban         401                401         403                 key                 key
exportAuditMovements?ticket   401                403         403         403         200         ban         401                401         403                 key                 key
exportActs?ticket             401                403         403         403         200         ban         401                401         403                 key                 key
exportStatement?ticket        401                403         403         403         200         ban         401                401         403                 key                 key
exportOwnStatement?ticket     401                200         200         200         200         ban         401                401         200                 key                 key
exportOwnData?ticket          401                200         200         200         200         ban         401                401         200                 key                 key
exportMessages?ticket         401                403         403         403         200         ban         401                401         403                 key                 key
`;

/**
 * The socket, for the same callers. Banned and deleted users had theirs open before. For a hello: welcome, the code with
 * which the socket closes, or why there was no ticket. For an event about the caller (`another's`: about another user):
 * whether the caller gets it.
 */
const messages = `
message             guest              customer    agent       super       admin       banned      deleted            expired     another's           program             replaced
hello               401                welcome     welcome     welcome     welcome     ban         401                401         4400                key                 key
hello-made-up       4410               4410        4410        4410        4410        4410        4410               4410        4410                4410                4410
hello-malformed     4400               4400        4400        4400        4400        4400        4400               4400        4400                4400                4400
no-hello            4408               4408        4408        4408        4408        4408        4408               4408        4408                4408                4408
userUpdated         no                 no          no          no          gets        no          no                 no          no                  no                  no
CurrUserUpdated     no                 gets        gets        gets        gets        no          no                 no          no                  no                  no
ordersUpdated       no                 gets        gets        gets        gets        no          no                 no          no                  no                  no
rechargeUpdated     no                 gets        gets        gets        gets        no          no                 no          no                  no                  no
removed             no                 gets        gets        gets        gets        no          no                 no          no                  no                  no
productsUpdated     no                 gets        gets        gets        gets        no          no                 no          gets                no                  no
noticeUpdated       no                 gets        gets        gets        gets        no          no                 no          gets                no                  no
approvals           no                 no          no          no          gets        no          no                 no          no                  no                  no
presence            no                 no          no          no          gets        no          no                 no          no                  no                  no
`;

const roles = [
  "guest",
  "customer",
  "agent",
  "super",
  "admin",
  "banned",
  "deleted",
  "expired",
  "another's",
  "program",
  "replaced",
] as const;
type Role = (typeof roles)[number];
const others = roles.filter((role) => role !== "another's");
const live: readonly Role[] = ["customer", "agent", "super", "program", "replaced"];
const keys = new Map<Role, string>();

let valid: ValidRequests;
const cast = {} as Record<Role, TestUser>;
/** Sockets that were opened before their user was banned or deleted. */
const sockets = new Map<Role, LiveClient>();
const rowsOf = {} as Record<Role, { order: string; recharge: string }>;

const shop = openTestShop({ messages: silentMessages });
/** The user whom `another's` names. */
const ama = shop.userOfFile("ama", "0245550101", "Customer", 1_000_000);
/** The user whose rows the other callers ask about. */
const adwoa = shop.userOfFile("adwoa", "0245550102", "Customer", 1_000_000);

beforeAll(async () => {
  const user = (name: string, n: number, level: TestUser["userLevel"] = "Customer") =>
    shop.addUser(name, `024555020${n}`, level, 1_000_000);
  cast.customer = await user("kofi", 1);
  cast.agent = await user("esi", 2, "Agent");
  cast.super = await user("yaw", 3, "Super Agent");
  cast.admin = await user("boss", 4, "Admin");
  cast.banned = await user("bad", 5);
  cast.deleted = await user("gone", 6);
  cast.expired = await user("late", 7);
  cast["another's"] = await user("nosy", 8);
  cast.program = await user("shopkeeper", 9, "Agent");
  cast.replaced = cast.program;
  const { token } = cast.program;
  const replaced = await shop.as({ token }).post<{ apiKey: string }>("/user/api-key", {});
  keys.set("program", replaced.body.apiKey).set("replaced", cast.program.apiKey);
  cast.guest = {
    ...ama,
    _id: "00000000-0000-4000-8000-000000000000",
    username: "nobody",
    phone: "0245559999",
    email: "nobody@example.com",
    token: "",
    refreshToken: "r1.x.0.y",
  };
  valid = await validRequests(shop);
  for (const role of roles) {
    rowsOf[role] = await openRows(subject(role));
    // Before the socket gets the event, because a user with open orders cannot be deleted.
    if (role === "deleted") await decideAllOf(cast.deleted);
    if (role !== "guest" && role !== "expired" && !keys.has(role))
      sockets.set(role, await shop.live(cast[role], null));
  }
  await openRows(cast["another's"]);
  await shop.command("change_status", "system", { user: cast.banned._id, status: "Banned" });
  const { _id: user_ } = cast.deleted;
  const left = (await shop.pool.query("select balance from ledger.wallet where user_id = $1", [user_])).rows;
  await shop.command("correct_balance", "system", {
    user: user_,
    amount: -Number(left[0].balance),
    reason: "test",
    corrects: null,
  });
  await shop.command("delete_user", "system", { user: user_ });
  cast.expired = { ...cast.expired, token: expired(cast.expired.token) };
  await shop.caughtUp();
});

test("each kind of user gets exactly their events through the socket", async () => {
  const row = async (name: string, run: (role: Role) => Promise<string>) => [
    name,
    ...(await Promise.all(roles.map(run))),
  ];
  const seen = [
    ["message", ...roles],
    await row("hello", hello),
    await row("hello-made-up", () => closing({ type: "hello", ticket: "made-up", position: null })),
    await row("hello-malformed", () => closing("{")),
    await row("no-hello", () => closing(undefined)),
    ...(await events()),
  ];
  expect(table(seen)).toBe(table(parse(messages)));
});

const callRows = ungroup(calls);

test.each(callRows)("%s: each kind of caller gets exactly what it allows them", async (...expected) => {
  const [id = ""] = expected;
  const operation = (operations as Record<string, Operation>)[id];
  if (!operation) throw new Error(`there is no operation ${id}`);
  const cells = new Map<Role, string>();
  const ask = async (role: Role) => cells.set(role, await cell(id as OperationId, operation, role));
  await Promise.all(others.map(ask));
  // Runs alone, because nothing else may change the other user's rows meanwhile.
  await ask("another's");
  const row = [id, ...roles.map((role) => cells.get(role) ?? "")];
  const head = ["call", ...roles];
  expect(table([head, row])).toBe(table([head, expected]));
});

test("every route is in the matrix", () => {
  const routes = shop.server.routes.filter((route) => !route.startsWith("ALL "));
  const listed = callRows.map(([id = ""]) => {
    const operation = (operations as Record<string, Operation>)[id];
    return operation ? `${operation.method} /api${honoPath(operation)}` : id;
  });
  expect(listed.toSorted()).toEqual([...new Set(routes)].toSorted());
});

test("each kind of caller gets exactly their files by link", async () => {
  const files = Object.entries<Operation>(operations).filter(([, { download }]) => download);
  const seen: string[][] = [["file", ...roles]];
  for (const [id, { path }] of files as [OperationId, Operation][])
    seen.push([`${id}?ticket`, ...(await Promise.all(roles.map((role) => link(id, path, role))))]);
  expect(table(seen.toSorted(byOrderIn(links)))).toBe(table(parse(links)));
});

async function link(id: OperationId, path: string, role: Role): Promise<string> {
  const actor = await asRole(role);
  const asked = await shop.call("POST", "/download/ticket", { path }, as(actor, role));
  if (asked.status !== 201) return short(String(asked.body["code"]));
  const address = (await valid[id]({ actor, target: ama })).path;
  const answer = await shop.call(
    "GET",
    `${address}${address.includes("?") ? "&" : "?"}ticket=${String(asked.body["ticket"])}`,
  );
  return answer.status >= 400 ? short(String(answer.body["code"])) : `${answer.status}`;
}

const rowsHaveOwners: readonly string[] = ["listUsers", "listBalances", "listOrders", "listTopups"];

async function cell(id: OperationId, operation: Operation, role: Role): Promise<string> {
  const actor = await asRole(role, id);
  const target = live.includes(role) ? actor : await targetOf(role, operation);
  const { path, body } = await valid[id]({ actor, target });
  const asked = role === "another's" ? naming(id, operation, path, body) : { path, body };
  const before = role === "another's" ? await amasRows() : "";
  const answer = await shop.call(operation.method, asked.path, asked.body, as(actor, role));
  if (role === "another's" && (await amasRows()) !== before) return "changed another's rows";
  if (role === "another's" && (await seesMore(operation, path, answer, actor))) return "saw another's rows";
  if (answer.status >= 400) return short(String(answer.body["code"]));
  return rowsHaveOwners.includes(id) ? whose(answer.body, actor) : `${answer.status}`;
}

/** Whether naming the other user revealed anything. A path that belongs to the other user is known to the caller. */
async function seesMore(
  { access, method, params }: Operation,
  path: string,
  { status, body }: Answer,
  { token }: TestUser,
): Promise<boolean> {
  if (method !== "GET" || access === "anyone" || params !== undefined || status !== 200) return false;
  // It has its own time and the events of just now, so two are never equal.
  if (path === operations.exportOwnData.path)
    return [ama._id, ama.phone, ama.username].some((text) => JSON.stringify(body).includes(text));
  const plain = await shop.call(method, path, undefined, { token });
  return JSON.stringify(plain.body) !== JSON.stringify(body);
}

const endsSession: readonly string[] = [
  "refreshToken",
  "logout",
  "logoutEverywhere",
  "resetPassword",
  "resetPasswordByCode",
];
/** Callers who must sign in again. */
const out = new Set<Role>();

/** Signs the caller in, again if a call has ended the session. */
async function asRole(role: Role, id?: OperationId): Promise<TestUser> {
  const user = cast[role];
  if (role === "guest" || role === "deleted") return user;
  if (out.delete(role)) cast[role] = await signInAgain(role, user);
  if (id !== undefined && endsSession.includes(id)) out.add(role);
  return cast[role];
}

async function signInAgain(role: Role, user: TestUser): Promise<TestUser> {
  // A banned user cannot sign in, so their token is from before the ban.
  if (role === "banned") return { ...user, ...(await bannedSession(user)) };
  const session = await shop.login(user.phone, user.password);
  return { ...user, ...session, token: role === "expired" ? expired(session.token) : session.token };
}

async function bannedSession(user: TestUser): Promise<{ token: string; refreshToken: string }> {
  await shop.command("change_status", "system", { user: user._id, status: "Active" });
  const { token, refreshToken } = await shop.login(user.phone, user.password);
  await shop.command("change_status", "system", { user: user._id, status: "Banned" });
  await shop.caughtUp();
  return { token, refreshToken };
}

let targets = 0;
async function targetOf(role: Role, { method }: Operation): Promise<TestUser> {
  if (role === "another's") return ama;
  if (role !== "admin" || method === "GET") return adwoa;
  // What an admin does to a user, others cannot do once more.
  targets += 1;
  return shop.addUser(`target${targets}`, `0207${String(targets).padStart(6, "0")}`, "Customer", 10_000);
}

/** Every way to name another user. */
function naming(id: OperationId, operation: Operation, path: string, body: unknown) {
  const other = { _id: ama._id, user: ama._id, userId: ama._id, agentPhoneNumber: ama.phone };
  if (operation.method === "GET") {
    const query = new URLSearchParams(other).toString();
    return { path: `${path}${path.includes("?") ? "&" : "?"}${query}`, body };
  }
  const login = id === "login" ? { userPhone: ama.phone } : {};
  return { path, body: { ...(body as object), ...other, ...login } };
}

/** Everything about ama: the rows of ama's orders and requests, and ama's own row. */
async function amasRows(): Promise<string> {
  const { rows } = await shop.pool.query(
    `select (select row_to_json(w) from ledger.wallet w where user_id = $1) as wallet,
       (select row_to_json(u) from shop."user" u where id = $1) as person,
       (select row_to_json(a) from ledger.account a where user_id = $1) as account,
       (select json_agg(o order by o.id) from ledger."order" o where user_id = $1) as orders,
       (select json_agg(r order by r.id) from ledger.topup r where user_id = $1) as recharges`,
    [ama._id],
  );
  return JSON.stringify(rows[0]);
}

function whose(body: unknown, actor: TestUser): string {
  const rows = (Array.isArray(body) ? body : (body as { items: unknown[] }).items) as Record<
    string,
    unknown
  >[];
  const others = rows.filter((row) => (row["userId"] ?? row["_id"]) !== actor._id);
  return others.length > 0 ? "all" : rows.length > 0 ? "own" : "none";
}

function as({ token }: TestUser, role: Role): { token?: string; apiKey?: string } {
  const apiKey = keys.get(role);
  if (apiKey !== undefined) return { apiKey };
  return token === "" ? {} : { token };
}

function short(code: string): string {
  const names: Record<string, string> = {
    unauthorized: "401",
    actor_banned: "ban",
    admin_only: "403",
    api_key_refused: "key",
    api_key_invalid: "invalid",
  };
  return names[code] ?? code;
}

async function hello(role: Role): Promise<string> {
  const actor = await asRole(role);
  const { status, body } = await shop.call("POST", "/live/ticket", undefined, as(actor, role));
  if (status !== 201) return short(String(body["code"]));
  const message = { type: "hello", ticket: body["ticket"], position: null };
  const client = new LiveClient(shop.server.url);
  client.send(role === "another's" ? { ...message, user: ama._id } : message);
  const welcome = client.next((one) => "type" in one && one.type === "welcome").then(() => "welcome");
  welcome.catch(() => undefined);
  const said = await Promise.race([welcome, client.closed.then(({ code }) => String(code))]);
  client.close();
  return said;
}

/** The code with which the server closes a socket after this hello. */
async function closing(said: unknown): Promise<string> {
  const client = new LiveClient(shop.server.url);
  if (said !== undefined) client.send(said);
  return String((await client.closed).code);
}

async function openRows({ token }: TestUser): Promise<{ order: string; recharge: string }> {
  const bought = await shop.buy({ token });
  const asked = await shop.as({ token }).post<{ recharge: { _id: string } }>("/recharge", { amount: 50 });
  return { order: bought.body._id, recharge: asked.body.recharge._id };
}

async function decideAllOf({ _id: user }: TestUser): Promise<void> {
  const openOf = async (table: string) => {
    const { rows } = await shop.pool.query<{ id: number }>(
      `select id from ledger."${table}" where user_id = $1 and status in ('pending', 'processing')`,
      [user],
    );
    return rows;
  };
  for (const { id: order } of await openOf("order"))
    await shop.command("reject_order", "system", { order, reason: null });
  for (const { id: topup } of await openOf("topup")) await shop.command("decline_topup", "system", { topup });
}

function subject(role: Role): TestUser {
  return role === "guest" || role === "another's" ? ama : cast[role];
}

async function events(): Promise<string[][]> {
  const admin = { token: shop.admin.token };
  for (const role of roles) {
    const { order, recharge } = rowsOf[role];
    await shop.call("PUT", `/order/update-status/${order}`, { status: "rejected" }, admin);
    await shop.call("PUT", `/recharge/${recharge}/decline`, {}, admin);
  }
  await shop.call("PUT", "/product/afa/status", { status: "out of stock" }, admin);
  // One admin's request: admins are notified at once, beside the log.
  await valid.approve({ actor: cast.admin, target: ama });
  await sockets.get("admin")?.next((message) => "type" in message && message.type === "approvals");
  // A row that is removed at once is only announced as removed.
  await untilTold("what was decided");
  for (const role of roles)
    await shop.call("DELETE", `/order/delete/${rowsOf[role].order}`, undefined, admin);
  await untilTold("the last one");
  // These calls need the caller's own rows.
  for (const role of roles) {
    if (role !== "banned" && role !== "deleted" && role !== "expired") await openRows(subject(role));
  }
  const names = liveMessage.options.flatMap(({ entries }) =>
    "event" in entries
      ? entries.event.literal
      : ["approvals", "presence"].includes(entries.type.literal)
        ? entries.type.literal
        : [],
  );
  return names
    .map((name) => [
      name,
      ...roles.map((role) => (heard(role).some((message) => isAbout(message, name, role)) ? "gets" : "no")),
    ])
    .toSorted(byOrderIn(messages));
}

/** Everybody who still gets events gets this one last. */
async function untilTold(noticeContent: string): Promise<void> {
  await shop.as(shop.admin).put("/extra/notice", { noticeContent });
  const isLast = (message: LiveMessage) =>
    "event" in message && message.event === "noticeUpdated" && message.data.noticeContent === noticeContent;
  for (const role of roles) {
    if (role === "banned" || role === "deleted") await sockets.get(role)?.closed;
    else await sockets.get(role)?.next(isLast);
  }
}

/** Between joining and being closed, each socket got its own events. */
function heard(role: Role): LiveMessage[] {
  return sockets.get(role)?.messages ?? [];
}

function isAbout(message: LiveMessage, name: string, role: Role): boolean {
  if ("type" in message) return message.type === name;
  if (!("event" in message) || message.event !== name) return false;
  const { order, recharge } = rowsOf[role];
  switch (message.event) {
    case "userUpdated":
    case "CurrUserUpdated":
      return message.data._id === subject(role)._id && message.data.balance > 9_990;
    case "ordersUpdated":
      return message.data._id === order && message.data.status === "rejected";
    case "rechargeUpdated":
      return message.data._id === recharge && message.data.status === "declined";
    case "removed":
      return message.data.list === "order" && message.data._id === String(order);
    case "productsUpdated":
    case "noticeUpdated":
      return true;
  }
}

function expired(token: string): string {
  const [, session = "", user = ""] = token.split(".");
  return signAccess(deriveSecrets(testSecret), { session, user, expires_ms: Date.now() - 1 });
}

function parse(text: string): string[][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(/ +/));
}

/** Each call of the matrix with what its line says. */
function ungroup(text: string): string[][] {
  let line: string[] = [];
  return text.split("\n").flatMap((next) => {
    const words = next.trim().split(/ +/);
    if (next.startsWith(" ")) return words.map((id) => [id, ...line]);
    line = words;
    return [];
  });
}

function table(rows: string[][]): string {
  return rows.map((row) => row.map((one) => one.padEnd(20)).join(" ")).join("\n");
}

/** In the order of the table above. Anything that is not in the table comes last. */
function byOrderIn(text: string) {
  const names = parse(text).map(([name]) => name);
  const place = ([name]: string[]) => (names.includes(name) ? names.indexOf(name) : names.length);
  return (a: string[], b: string[]) => place(a) - place(b);
}
