/** One valid request for every operation, made by `actor` about things of `target`. Each new operation needs one here. */
import { Secret, TOTP } from "otpauth";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type { Page } from "#contract/lists.ts";
import type { OfferAnswer } from "#contract/second-factor.ts";
import type { BatchAnswer } from "#contract/supplier.ts";
import type { MovementRecord } from "#contract/account.ts";
import { issueReset } from "#api/auth/password-resets.ts";
import { keepCode } from "#api/auth/proofs.ts";
import { deriveSecrets } from "#api/serve/secrets.ts";
import type { MessageOptions } from "#api/messages/options.ts";
import { createClient } from "#ledger/connect/connect.ts";
import { isStepUpOn } from "#ledger/settings/step-up.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { fulfilments } from "./valid-suppliers.ts";
import { agentShops } from "./valid-shops.ts";
import { moveIns } from "./valid-move-ins.ts";
import { payments, phone, prompts } from "./valid-payments.ts";
import { withdrawals } from "./valid-withdrawals.ts";
import type { Cast, SomeRequests, ValidRequests } from "./request-forms.ts";
import { TestBrowser } from "./test-browser.ts";
import { testSecret, type TestShop, type TestUser } from "./test-shop.ts";

/** The first bytes of a PNG, which are all that the server checks. */
const png = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64")}`;

export async function validRequests(shop: TestShop): Promise<ValidRequests> {
  let count = 0;
  const next = () => ++count;
  const image = await setImage(shop);
  const second = await addSecondAdmin(shop);
  await stepUpEverySession(shop);
  return {
    ...sessions(next),
    ...users(shop, next),
    ...catalogue(shop, next, image),
    ...orders(shop, next),
    ...suppliers(shop, next),
    ...fulfilments(shop, next, (cast) => placeFor(shop, cast)),
    ...agentShops(shop, next),
    ...recharges(shop),
    ...prompts,
    ...payments(shop, next),
    ...phone(shop, next),
    ...withdrawals(shop, next),
    readStatement: () => ({ path: "/user/statement?limit=5" }),
    listStatementMonths: () => ({ path: "/user/statement/months" }),
    readStatementMonth: () => ({ path: "/user/statement/month?month=2026-11" }),
    listBeneficiaries: () => ({ path: "/user/beneficiaries" }),
    nameBeneficiary: () => ({
      path: "/user/beneficiaries",
      body: { phone: receiver, name: `Name ${next()}` },
    }),
    ...audit(shop),
    ...files,
    ...receipts(shop),
    ...moveIns(shop, next),
    ...approvals(shop, second, next),
    ...secondFactor(shop),
    ...proofs(shop),
    ...passwordResets(shop),
    ...messages(shop),
    ...webhooks(shop),
    ...push(),
    stepUp: ({ actor }) => ({ path: "/user/step-up", body: { password: actor.password } }),
    readStepUp: () => ({ path: "/extra/step-up" }),
    changeStepUp: async () => {
      const isOn = await isStepUpOn(openReads(shop.pool));
      return { path: "/extra/step-up", body: { isOn: !isOn } };
    },
    issueTicket: () => ({ path: "/live/ticket" }),
    issueDownloadTicket: () => ({ path: "/download/ticket", body: { path: "/order/orders.csv" } }),
    live: () => ({ path: "/live" }),
    readApiKey: () => ({ path: "/user/api-key" }),
    replaceApiKey: () => ({ path: "/user/api-key" }),
    ready: () => ({ path: "/readyz" }),
    metrics: () => ({ path: "/metrics" }),
    health: () => ({ path: "/healthz" }),
    openApi: () => ({ path: "/openapi.json" }),
    docs: () => ({ path: "/docs" }),
  };
}

/** One of the requests turns step-up on. The others must not depend on whether it came before them. */
async function stepUpEverySession(shop: TestShop): Promise<void> {
  const owner = createClient(shop.database.ownerUrl, "test");
  await owner.connect();
  await owner.query("alter table shop.session alter column stepped_up_at set default now()");
  await owner.query("update shop.session set stepped_up_at = now()");
  await owner.end();
}

const files = {
  exportActs: () => ({ path: "/audit/acts.csv" }),
  exportStatement: ({ target }) => ({ path: `/audit/statement.ndjson?user=${target._id}` }),
  exportOwnStatement: () => ({ path: "/user/statement.ndjson" }),
  exportOwnData: () => ({ path: "/user/my-data.json" }),
  exportUsers: () => ({ path: "/user/users.csv" }),
  exportOrders: () => ({ path: "/order/orders.csv" }),
  exportTopups: () => ({ path: "/recharge/topups.csv" }),
  exportAuditMovements: () => ({ path: "/audit/movements.csv" }),
} satisfies SomeRequests;

function sessions(next: () => number) {
  return {
    login: ({ actor }) => ({
      path: "/user/login",
      body: { userPhone: actor.phone, password: actor.password },
    }),
    register: () => ({ path: "/user/register", body: newcomer(next()) }),
    refreshToken: ({ actor }) => ({ path: "/auth/refresh-token", body: { token: actor.refreshToken } }),
    logout: () => ({ path: "/user/logout" }),
    logoutEverywhere: () => ({ path: "/user/logout-everywhere" }),
    // The same password again, so that the actor can still sign in with it.
    changePassword: ({ actor }) => ({
      path: "/user/change-password",
      body: { currentPassword: actor.password, newPassword: actor.password },
    }),
  } satisfies SomeRequests;
}

const pad = (n: number) => String(n).padStart(6, "0");

function newcomer(n: number) {
  const name = `newcomer${n}`;
  const phone = `0550${pad(n)}`;
  return { username: name, phone, email: `${name}@example.com`, password: `${name}-password` };
}

/** The addresses of a gateway and a mail server. Nothing is sent to them. */
export const silentMessages: MessageOptions = {
  sms: { url: "http://127.0.0.1:9/?to={to}&text={message}", key: "k", sender: "Shop", success: /^2/ },
  mail: { url: "smtp://127.0.0.1:9", from: "shop@example.com" },
  // Without this, the server would ask a name server whether a webhook's address is public.
  allowPrivateAddresses: true,
  isOff: true,
};

function messages(shop: TestShop) {
  const add = async (state: string): Promise<number> => {
    const { rows } = await shop.pool.query<{ id: number }>(
      `insert into shop.message (kind, channel, recipient, text, segments, state, created_at, fresh_at, next_at)
       values ('test', 'sms', '233244000001', 'Hello', 1, $1, now(), now(), '2100-01-01') returning id`,
      [state],
    );
    return rows[0]!.id;
  };
  return {
    listMessages: () => ({ path: "/message?limit=5" }),
    exportMessages: () => ({ path: "/message/messages.csv" }),
    readGateways: () => ({ path: "/message/gateways" }),
    resendMessage: async () => ({ path: `/message/${await add("refused")}/resend` }),
    cancelMessage: async () => ({ path: `/message/${await add("waiting")}/cancel` }),
    readMessageSettings: () => ({ path: "/message/settings" }),
    changeMessageSettings: () => ({
      path: "/message/settings",
      body: { adminPhone: "0244000002", cardNumber: "whole", templates: {} },
    }),
    previewMessage: () => ({ path: "/message/preview", body: preview }),
    testMessage: () => ({ path: "/message/test", body: preview }),
    testMail: () => ({ path: "/message/test-mail" }),
  } satisfies SomeRequests;
}

const preview = { kind: "topup_approved", template: "GHS {amount} is in your wallet" };

function webhooks(shop: TestShop) {
  let position = 1_000_000;
  return {
    readWebhook: () => ({ path: "/user/webhook" }),
    setWebhook: () => ({ path: "/user/webhook", body: { url: "https://agent.example/orders" } }),
    removeWebhook: () => ({ path: "/user/webhook" }),
    listDeliveries: () => ({ path: "/user/webhook/deliveries" }),
    replayDelivery: async ({ target }) => {
      const { rows } = await shop.pool.query<{ id: number }>(
        `insert into shop.webhook_delivery (user_id, event_position, event, body, state, created_at, fresh_at)
         values ($1, $2, 'order.pending', '{}', 'expired', now(), now()) returning id`,
        [target._id, ++position],
      );
      return { path: `/user/webhook/deliveries/${rows[0]!.id}/replay` };
    },
  } satisfies SomeRequests;
}

function push() {
  const { endpoint, keys } = new TestBrowser("https://push.example").subscription;
  return {
    readPushKey: () => ({ path: "/user/push/key" }),
    subscribePush: () => ({ path: "/user/push/subscribe", body: { endpoint, keys } }),
    unsubscribePush: () => ({ path: "/user/push/unsubscribe", body: { endpoint } }),
  } satisfies SomeRequests;
}

function users(shop: TestShop, next: () => number) {
  return {
    listUsers: () => ({ path: "/user" }),
    listBalances: () => ({ path: "/user/account-balances" }),
    updateProfile: ({ actor }) => ({
      path: "/user/update-profile",
      body: { username: actor.username, phone: actor.phone, firstName: `Name ${next()}` },
    }),
    changeBalance: ({ target }) => ({ path: "/user/balance", body: { amount: 1.5, chosenId: target._id } }),
    // A user with money can't be deleted, so an admin deletes a new user.
    deleteUser: async ({ actor, target }) => {
      const who = actor.isAdmin ? await shop.addUser(`leaver${next()}`, `0277${pad(next())}`) : target;
      return { path: `/user/delete/${who._id}` };
    },
    readAccount: ({ target }) => ({ path: `/user/${target._id}/account` }),
    listOwnSessions: () => ({ path: "/user/sessions" }),
    endOwnSession: async ({ actor }) => {
      const { rows } = await shop.pool.query<{ id: string }>(
        `insert into shop.session (id, user_id, expires_at)
         select gen_random_uuid(), id, now() + interval '1 minute' from shop."user" where id = $1 returning id`,
        [actor._id],
      );
      return { path: `/user/sessions/${rows[0]?.id ?? actor._id}` };
    },
    endUserSessions: ({ target }) => ({ path: `/user/${target._id}/sessions` }),
    changeLevel: ({ target }) => ({
      path: `/user/${target._id}/level`,
      body: { userLevel: target.userLevel === "Agent" ? "Customer" : "Agent" },
    }),
    inviteAdmin: () => ({ path: "/user/admin-invite", body: { phone: "0245559911" } }),
    changeAdmin: ({ target }) => ({ path: `/user/${target._id}/admin`, body: { isAdmin: true } }),
    changeStatus: ({ target }) => ({ path: `/user/${target._id}/status`, body: { status: "Banned" } }),
  } satisfies SomeRequests;
}

const packages = (price: number) => [
  { _id: "afa-1", offer: "AFA registration", priceCustomer: price, priceAgent: "12.00", priceSAg: 10 },
];

async function setImage(shop: TestShop): Promise<string> {
  const { body } = await shop.as(shop.admin).put<{ product: { image: string } }>("/product/afa", {
    network: "AFA",
    image: png,
    packages: packages(15),
  });
  return body.product.image;
}

function catalogue(shop: TestShop, next: () => number, image: string) {
  return {
    listProducts: () => ({ path: "/product" }),
    createProducts: () => ({
      path: "/product/create-several",
      body: {
        products: [
          { network: "Airtime", packages: [] },
          {
            network: "AT-ishare",
            packages: [{ offer: "1 GB", priceCustomer: 5.2, priceAgent: 5, priceSAg: "4.90" }],
          },
        ],
      },
    }),
    createProduct: () => ({
      path: "/product/create",
      body: {
        network: "Telecel",
        image: png,
        packages: [{ name: "2 GB", priceCustomer: 9.5, priceAgent: "9.00", priceSAg: 8.75 }],
        status: "available",
      },
    }),
    changeProduct: () => ({
      path: "/product/afa",
      body: { network: "AFA", packages: packages(15 + next() / 100) },
    }),
    changeProductStatus: async () => {
      const { body } = await shop.call<{ _id: string; status: string }[]>("GET", "/product");
      const isAvailable = body.find(({ _id }) => _id === "afa")?.status === "available";
      return { path: "/product/afa/status", body: { status: isAvailable ? "out of stock" : "available" } };
    },
    productImage: () => ({ path: image.slice("/api".length) }),
    readMomoDetails: () => ({ path: "/extra/momo-details" }),
    changeNotice: () => ({ path: "/extra/notice", body: { noticeContent: `Notice ${next()}` } }),
    changeMomoDetails: () => ({
      path: "/extra/momo-details",
      body: { momoPhoneNumber: "0244000001", momoAccountName: `Account ${next()}` },
    }),
    changeSupportLinks: () => ({
      path: "/extra/support-links",
      body: { supportGroup: `https://chat.example/${next()}`, supportChat: "" },
    }),
  } satisfies SomeRequests;
}

const receiver = "0244123456";

function orders(shop: TestShop, next: () => number) {
  const pending = (cast: Cast) => placeFor(shop, cast);
  return {
    listOrders: () => ({ path: "/order/allorders?limit=2" }),
    countOrders: () => ({ path: "/order/counts" }),
    readStatistics: () => ({ path: "/order/statistics" }),
    readOrderHistory: async (cast) => ({ path: `/order/${await pending(cast)}/history` }),
    readDashboard: () => ({ path: "/order/dashboard" }),
    readSales: () => ({ path: "/order/sales" }),
    createOrder: () => ({
      path: "/order/create",
      body: { network: "MTNup2u", offer: "1 GB", receiver },
    }),
    createOrders: () => ({
      path: "/order/bulk",
      body: { lines: [{ key: `line-${next()}`, network: "MTNup2u", offer: "1 GB", receiver }] },
    }),
    readCommand: async ({ target: { token } }) => {
      const key = `purchase-${next()}`;
      await shop.as({ token }).post("/order/create", { packageId: "mtnup2u-1", receiver }, { key });
      return { path: `/command/${key}` };
    },
    changeOrderStatus: async (cast) => ({
      path: `/order/update-status/${await pending(cast)}`,
      body: { status: "processing" },
    }),
    removeOrder: async (cast) => {
      const order = await pending(cast);
      const path = `/order/update-status/${order}`;
      await shop.as(shop.admin).put(path, { status: "rejected" });
      return { path: `/order/delete/${order}` };
    },
    removeAllOrders: () => ({ path: "/order/del-all-orders" }),
  } satisfies SomeRequests;
}

function suppliers(shop: TestShop, next: () => number) {
  const pending = (cast: Cast) => placeFor(shop, cast);
  return {
    sendToSupplier: async (cast) => ({
      path: "/order/batch",
      body: { network: "MTNup2u", orders: [Number(await pending(cast))] },
    }),
    listBatches: () => ({ path: "/order/batches" }),
    exportBatch: async (cast) => {
      const body = { network: "MTNup2u", orders: [Number(await pending(cast))] };
      const sent = await shop.as(shop.admin).post<BatchAnswer>("/order/batch", body);
      return { path: `/order/batch.csv?batch=${sent.body.batch.batch}` };
    },
    readSupplierLayouts: () => ({ path: "/order/supplier-layout" }),
    changeSupplierLayout: () => {
      const columns = [{ cell: "beneficiary", title: `Number ${next()}` }];
      const layout = { columns, header: true, phones: "local" };
      return { path: "/order/supplier-layout", body: { network: "MTNup2u", layout } };
    },
  } satisfies SomeRequests;
}

function receipts(shop: TestShop) {
  return {
    readReceipt: async (cast) => {
      const order = await placeFor(shop, cast);
      for (const status of ["processing", "completed"])
        await shop.as(shop.admin).put(`/order/update-status/${order}`, { status });
      return { path: `/receipt/order/${order}` };
    },
    listReceiptKeys: () => ({ path: "/receipt/keys" }),
    readReceiptState: async () => {
      const { rows } = await shop.pool.query<{ hash: string }>(
        "select encode(hash, 'hex') as hash from ledger.event where position = 1",
      );
      return { path: `/receipt/state/1/${rows[0]?.hash}` };
    },
  } satisfies SomeRequests;
}

/** The id of a new order of the target. */
async function placeFor(shop: TestShop, { target }: Cast): Promise<string> {
  const made = await shop.buy(target, "mtnup2u-1", receiver);
  return String(made.body["_id"]);
}

function recharges(shop: TestShop) {
  const request = async ({ target }: Cast): Promise<string> => {
    const made = await shop.as(target).post<{ recharge: { _id: string } }>("/recharge", { amount: 50 });
    return made.body.recharge._id;
  };
  // One after the other: each user has only one reserved reference, so two at once would share it.
  let last: Promise<unknown> = Promise.resolve();
  const pending = (cast: Cast): Promise<string> => {
    const mine = last.then(() => request(cast));
    last = mine.catch(() => undefined);
    return mine;
  };
  /** Requests that nobody has decided are limited. */
  const declined = async (cast: Cast): Promise<string> => {
    const recharge = await pending(cast);
    await shop.as(shop.admin).put(`/recharge/${recharge}/decline`, {});
    return recharge;
  };
  return {
    listTopups: () => ({ path: "/recharge" }),
    listMomoDuplicates: () => ({ path: "/recharge/momo-duplicates" }),
    listApprovedTopups: () => ({ path: "/recharge/approved?from=2026-11-01&to=2026-11-30" }),
    findTopupsByMomoId: () => ({
      path: "/recharge/by-momo-id",
      body: { momoTransactionIds: ["MM1", "87425747421"] },
    }),
    readTopupHistory: async (cast) => ({ path: `/recharge/${await declined(cast)}/history` }),
    nextRechargeId: () => ({ path: "//recharge/next-recharge-id" }),
    requestTopup: () => ({ path: "/recharge", body: { amount: "60.50", momoTransactionId: "MM1" } }),
    approveTopup: async (cast) => ({ path: `/recharge/${await pending(cast)}/approve`, body: {} }),
    declineTopup: async (cast) => ({ path: `/recharge/${await pending(cast)}/decline` }),
    removeTopup: async (cast) => ({ path: `/recharge/delete/${await declined(cast)}` }),
    removeAllTopups: () => ({ path: "/recharge/del-all-requests" }),
  } satisfies SomeRequests;
}

function audit(shop: TestShop) {
  return {
    listAuditMovements: () => ({ path: "/audit/movements?limit=5" }),
    readThread: async ({ target: { token } }) => {
      const path = "/user/statement?limit=1";
      const { body } = await shop.as({ token }).get<Page<MovementRecord>>(path);
      return { path: `/audit/thread/${body.items[0]?.position}` };
    },
    readWalletAt: ({ target }) => ({ path: `/audit/wallet?user=${target._id}` }),
    listActs: () => ({ path: "/audit/acts?limit=5" }),
    listDoneAlone: () => ({ path: "/audit/alone" }),
    readClosing: () => ({ path: "/audit/closing" }),
    readPeriod: () => ({ path: "/order/period" }),
    readSold: () => ({ path: "/order/sold" }),
    listSecurityEvents: () => ({ path: "/audit/security?kind=login" }),
    readBooks: () => ({ path: "/audit/books" }),
    listIncidents: () => ({ path: "/audit/incidents" }),
    noteIncident: async () => ({
      path: `/audit/incidents/${await addIncident(shop)}`,
      body: { reason: "A test has repaired it" },
    }),
    startVerification: () => ({ path: "/audit/verify" }),
    readVerification: () => ({ path: "/audit/verify" }),
    listHeads: () => ({ path: "/audit/heads" }),
  } satisfies SomeRequests;
}

/** As if the books had been red for a moment. Only the owner and the auditor can write it. */
async function addIncident(shop: TestShop): Promise<number> {
  const owner = createClient(shop.database.ownerUrl, "test");
  await owner.connect();
  const { rows } = await owner.query<{ id: number }>(
    "insert into audit.incident (ended_at, findings) values (now(), '[]') returning id",
  );
  await owner.end();
  return rows[0]!.id;
}

const limit_cedis = 5000;

/** Adds an admin who makes requests for approval, so that any other admin may approve them. */
async function addSecondAdmin(shop: TestShop): Promise<TestUser> {
  const second = await shop.addUser("secondadmin", "0240000008", "Admin");
  const body = { limit: limit_cedis };
  await shop.as(second).put("/extra/correction-limit", body);
  return second;
}

function approvals(shop: TestShop, { token }: TestUser, next: () => number) {
  const pending = async ({ target }: Cast): Promise<string> => {
    const reason = `asked for ${next()}`;
    const asked = { chosenId: target._id, amount: limit_cedis + 1, reason };
    await shop.as({ token }).put("/user/balance", asked);
    const { body } = await shop.as({ token }).get<ApprovalsAnswer>("/approval");
    return body.items.find((item) => item.reason === reason)?._id ?? "";
  };
  return {
    listApprovals: () => ({ path: "/approval" }),
    approve: async (cast) => ({ path: `/approval/${await pending(cast)}/approve` }),
    decline: async (cast) => ({ path: `/approval/${await pending(cast)}/decline` }),
    // One admin is enough to lower it.
    changeCorrectionLimit: () => ({
      path: "/extra/correction-limit",
      body: { limit: limit_cedis - next() / 100 },
    }),
    changeTopupLimit: () => ({ path: "/extra/topup-limit", body: { limit: 1_000_000 - next() / 100 } }),
  } satisfies SomeRequests;
}

const code = "012345";

function proofs(shop: TestShop) {
  const secrets = deriveSecrets(testSecret);
  return {
    readProofs: () => ({ path: "/user/proofs" }),
    sendProofCode: () => ({ path: "/user/proofs/phone" }),
    prove: async ({ actor: { _id: user, email, token } }) => {
      const of = { user, channel: "email" as const, address: email };
      // Only somebody who is signed in has a code.
      if (token !== "") await keepCode(shop.pool, secrets, { ...of, code, message: 0 });
      return { path: "/user/proofs/email", body: { code } };
    },
  } satisfies SomeRequests;
}

function passwordResets(shop: TestShop) {
  const secrets = deriveSecrets(testSecret);
  const pathOf = async ({ email }: TestUser) =>
    `/user/reset-password/${(await issueReset(openReads(shop.pool), email)) ?? "not-a-token"}`;
  return {
    readResetWays: () => ({ path: "/user/forget-password" }),
    forgetPassword: ({ actor }) => ({ path: "/user/forget-password", body: { email: actor.email } }),
    requestResetCode: ({ actor }) => ({ path: "/user/forget-password/sms", body: { phone: actor.phone } }),
    readResetLink: async ({ actor }) => ({ path: await pathOf(actor) }),
    resetPassword: async ({ actor }) => ({
      path: await pathOf(actor),
      body: { password: actor.password, phone: actor.phone },
    }),
    resetPasswordByCode: async ({ actor }) => {
      const { _id: user, phone, password, token } = actor;
      const of = { user, channel: "support" as const, address: phone };
      // Only a user has a code.
      if (token !== "") await keepCode(shop.pool, secrets, { ...of, code, message: 0 });
      return { path: "/user/reset-password", body: { phone, code, password } };
    },
    helpSignIn: ({ target }) => ({ path: `/user/${target._id}/sign-in-help`, body: { way: "code" } }),
  } satisfies SomeRequests;
}

function secondFactor(shop: TestShop) {
  const path = "/user/second-factor";
  const secrets = new Map<string, string>();
  const offer = async ({ _id, password, token }: TestUser): Promise<string> => {
    const { body } = await shop.as({ token }).post<Partial<OfferAnswer>>(path, { password });
    // Only somebody who is signed in gets one.
    const secret = body.secret ?? "A".repeat(32);
    secrets.set(_id, secret);
    return secret;
  };
  /** Each code can be used once. */
  const code = (secret: string, steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  const turnOn = async (actor: TestUser) => {
    if (secrets.has(actor._id)) return;
    const secret = await offer(actor);
    await shop.as(actor).put(path, { code: code(secret, 0) });
  };
  return {
    readSecondFactor: () => ({ path }),
    offerSecondFactor: ({ actor }) => ({ path, body: { password: actor.password } }),
    confirmSecondFactor: async ({ actor }) => ({ path, body: { code: code(await offer(actor), 0) } }),
    changeAdminFactor: async ({ actor }) => {
      if (actor.userLevel === "Admin") {
        await turnOn(actor);
        const { rows } = await shop.pool.query("select from ledger.settings where admin_factor");
        if (rows.length === 0) await shop.command("change_admin_factor", "system", { required: true });
      }
      return { path: "/extra/admin-second-factor", body: { isRequired: false } };
    },
    turnOffSecondFactor: async ({ actor }) => {
      await turnOn(actor);
      const body = { password: actor.password, code: code(secrets.get(actor._id) ?? "", 1) };
      secrets.delete(actor._id);
      return { path: `${path}/off`, body };
    },
  } satisfies SomeRequests;
}
