/** A shop with a history to audit and a running auditor, for the tests of the audit. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { DatabaseClient } from "#ledger/connect/database-client.ts";
import type { AuditMovement } from "#contract/audit.ts";
import type { BooksAnswer } from "#contract/verification.ts";
import type { Page } from "#contract/lists.ts";
import { TestShop, type TestUser } from "./test-shop.ts";
import { connect } from "#tools/testing/database.ts";

interface Filled {
  shop: TestShop;
  /** May change the log, so that tests can tamper with it. */
  owner: DatabaseClient;
  /** The folder of heads.txt, which gets each day's head. */
  folder: string;
  ama: TestUser;
  kofi: TestUser;
}

export type Audited = Filled & ReturnType<typeof callsOf>;

/** Set up before the file's first test, and removed after its last one. */
export function openAudited(): Audited {
  const audited = {} as Audited;
  Object.assign(audited, callsOf(audited));
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "cedibook-audit-"));
    const shop = await TestShop.open({
      audit: { pause_ms: 100, headFile: join(folder, "heads.txt") },
    });
    const owner = await connect(shop.database.ownerUrl);
    await owner.query("alter table ledger.event disable trigger append_only");
    const ama = await shop.addUser("ama", "0245550101");
    const kofi = await shop.addUser("kofi", "0245550102", "Customer", 500_00);
    Object.assign(audited, { shop, owner, folder, ama, kofi });
    await tellStory(audited);
  });
  afterAll(async () => {
    await audited.owner.end();
    await audited.shop.close();
    await rm(audited.folder, { recursive: true });
  });
  return audited;
}

async function tellStory({ shop, ama, kofi, at, buy }: Audited): Promise<void> {
  const correct = (amount: number, reason: string, corrects: number) =>
    shop.command("correct_balance", shop.admin._id, { user: ama._id, amount, reason, corrects });
  await shop.requestTopup(ama, 10_001, 100_00);
  at["topup"] = await shop.command("approve_topup", shop.admin._id, { topup: 10_001 });
  at["purchase"] = await buy(ama);
  await buy(ama, "5 GB");
  await shop.command("process_order", shop.admin._id, { order: 1 });
  at["first"] = await correct(1_00, "overcharged, half of it", at["purchase"]);
  at["refund"] = await shop.command("reject_order", shop.admin._id, { order: 1, reason: "no stock at MTN" });
  at["of the correction"] = await correct(-50, "too much", at["first"]);
  for (let n = 0; n < 12; n++) await buy(kofi);
  await shop.command("change_level", shop.admin._id, { user: kofi._id, level: "Agent" });
  await shop.command("change_notice", shop.admin._id, { notice: "closed on Sunday" });
}

/** Calls that many tests make, by the admin if no other user is given. */
function callsOf(of: Filled) {
  const get = async <T>(path: string, token = of.shop.admin.token) =>
    (await of.shop.as({ token }).get<T>(path)).body;
  const movements = (query: string) => get<Page<AuditMovement>>(`/audit/movements?limit=20&${query}`);
  const light = () => get<BooksAnswer>("/audit/books");
  return {
    /** Positions of Ama's events, in this order: top-up, purchase, rejection, two corrections. */
    at: {} as Record<string, number>,
    get,
    movements,
    positions: async (query: string) => (await movements(query)).items.map(({ position }) => position),
    buy: (user: TestUser, offer = "1 GB") =>
      of.shop.command("place_order", user._id, {
        package: { network: "MTNup2u", offer },
        expected_price: null,
        receiver: "0244123456",
        form: null,
      }),
    light,
    /** Resolves when the auditor has checked the whole log and found it correct. */
    caughtUp: async () => {
      const { position } = await of.shop.books();
      await expect.poll(light).toMatchObject({ state: "balanced", position });
    },
    /** Downloads a file through a link. */
    fileOf: async (path: string, token: string, more = "") => {
      const { body } = await of.shop.as({ token }).post<{ ticket: string }>("/download/ticket", { path });
      const answer = await fetch(`${of.shop.server.url}/api${path}?ticket=${body.ticket}${more}`);
      expect(answer.status).toBe(200);
      return answer.text();
    },
  };
}
