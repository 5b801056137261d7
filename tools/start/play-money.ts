/** Play money for the demo shop: doubles of its rails and its supplier in the same process, on free ports of loopback. */
import { hasCharges, type PaymentSettings } from "#api/payments/rails.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { railBalances } from "#ledger/payments/reads.ts";
import { floats } from "#ledger/suppliers/attempt-reads.ts";
import type { SupplierSettings } from "#api/suppliers/fulfilment.ts";
import { demoLogins } from "../demo/people.ts";
import { openDesk, playKeys, type RunningDesk } from "../doubles/desk.ts";
import type { Environment } from "../environment.ts";
import { openToolPool } from "../migrate/tool-pool.ts";

const answer_ms = 15_000;

export interface PlayMoney {
  payments: PaymentSettings;
  suppliers: SupplierSettings;
  /** Of the page where one acts as the customer and as the networks. */
  url: string;
  close(): Promise<void>;
}

/** Only where nobody can take it for money: in the demo shop, not in production, and not beyond this machine. */
export function hasPlayMoney({ demo, isProduction, isReal, payments, suppliers }: Environment): boolean {
  // Nobody shall buy real goods with it.
  const isSupplied = Boolean(suppliers.datamart ?? suppliers.hubnet ?? suppliers.reloadly);
  return demo && !isProduction && !isReal && !hasCharges(payments) && !isSupplied;
}

export async function openPlayMoney(
  { port, payments }: Pick<Environment, "port" | "payments">,
  apiUrl: string,
): Promise<PlayMoney> {
  const pool = openToolPool(apiUrl, "play money");
  const db = openReads(pool);
  const [books, held] = await Promise.all([railBalances(db), floats(db)]).finally(() => pool.end());
  const keys = { ...playKeys, ...(payments.sms && { signingKey: payments.sms.key }) };
  const desk = await openDesk({
    port: 0,
    seed: 1,
    speed: 1,
    isHostile: false,
    customersAct: true,
    // What the doubles of an earlier start had, and numbers that they have not used.
    opening: books.paystack,
    dataMartOpening: Math.max(0, held.datamart),
    hubnet: { key: keys.hubnetKey, opening: Math.max(0, held.hubnet) },
    reloadly: {
      clientId: keys.reloadlyId,
      clientSecret: keys.reloadlySecret,
      webhook: {
        url: `http://127.0.0.1:${port}/api/supplier/reloadly/webhook`,
        secret: keys.reloadlyWebhookSecret,
      },
      currency: "GHS",
      opening: Math.max(0, held.reloadly),
    },
    firstId: Date.now(),
    paystackWebhook: `http://127.0.0.1:${port}/api/payment/paystack`,
    dataMartWebhook: `http://127.0.0.1:${port}/api/supplier/datamart/webhook`,
    smsWebhook: `http://127.0.0.1:${port}/api/payment/sms`,
    ...keys,
  });
  // The demo's own users pay, although their numbers end like those that do not.
  for (const { phone } of demoLogins) desk.paystack.forcePhone(phone, { customer: "approves" });
  return {
    payments: {
      ...payments,
      paystack: { key: keys.secretKey, url: desk.paystack.url, answer_ms },
      sms: { key: keys.signingKey },
      isPlayMoney: true,
    },
    suppliers: playSuppliers(desk),
    url: desk.url,
    close: () => desk.close(),
  };
}

function playSuppliers({ dataMart, hubnet, reloadly }: RunningDesk): SupplierSettings {
  const { dataMartKey: key, hubnetKey: token, reloadlyId: clientId, reloadlySecret: clientSecret } = playKeys;
  return {
    datamart: { key, webhookSecret: playKeys.dataMartWebhookSecret, url: dataMart.url, answer_ms },
    hubnet: hubnet && { token, url: hubnet.url, answer_ms },
    reloadly: reloadly && {
      clientId,
      clientSecret,
      webhookSecret: playKeys.reloadlyWebhookSecret,
      url: reloadly.url,
      authUrl: reloadly.url,
      answer_ms,
    },
  };
}
