/** The state of the books over HTTP, and the verification of the whole log on request. */
import { describe, expect, test } from "vitest";
import { orderReference } from "#contract/terms/references.ts";
import { verify } from "#ledger/verify/verify.ts";
import { openAudited } from "#tools/testing/audited-shop.ts";
import type { Page } from "#contract/lists.ts";
import type { SecurityRecord } from "#contract/security.ts";
import type { IncidentRecord, VerificationAnswer } from "#contract/verification.ts";

const audited = openAudited();
const { at, buy, caughtUp, get, light } = audited;

const findingsMetric = async () => {
  const text = await (await fetch(`${audited.shop.server.url}/metrics`)).text();
  return Number(/^cedibook_books_findings (.+)$/m.exec(text)?.[1]);
};

const verifyAnew = () => audited.shop.as(audited.shop.admin).post("/audit/verify");
/** All columns except the position and the unique ones: stream and version, and the command's id. */
const swapped =
  "type, data, actor, fingerprint, recorded_at, wallet, counterparty, amount, balance_after, hash";

describe("the state of the books", () => {
  test("becomes broken with the name of a row that drifts, and balanced again after the row is repaired", async () => {
    await caughtUp();
    expect(await findingsMetric()).toBe(0);
    await audited.owner.query("update ledger.wallet set balance = balance + 1 where user_id = $1", [
      audited.ama._id,
    ]);
    await expect.poll(light).toMatchObject({
      state: "broken",
      findings: [
        { where: `ledger.wallet user_id=${audited.ama._id}`, differences: [{ what: "balance" }] },
        { where: "all accounts" },
      ],
    });
    expect(await findingsMetric()).toBe(2);
    const redBooks = async () =>
      (await get<Page<SecurityRecord>>("/audit/security?kind=red books")).items.map(({ detail }) => detail);
    await expect.poll(redBooks).toEqual(["2 findings"]);
    await audited.owner.query("update ledger.wallet set balance = balance - 1 where user_id = $1", [
      audited.ama._id,
    ]);
    await caughtUp();
    expect(await findingsMetric()).toBe(0);
  });

  test("each time that they were broken is kept in words, until when, and what an admin says about it", async () => {
    const incidents = () => get<IncidentRecord[]>("/audit/incidents");
    await caughtUp();
    const before = (await incidents()).length;
    await audited.owner.query("update ledger.wallet set balance = balance + 480 where user_id = $1", [
      audited.kofi._id,
    ]);
    await expect.poll(incidents).toHaveLength(before + 1);
    await audited.owner.query(`update ledger."order" set status = 'pending' where id = 1`);
    await expect.poll(async () => (await incidents())[0]?.findings.length).toBe(3);
    const [open] = await incidents();
    expect(open).toMatchObject({ to: null, note: null });
    expect(open!.findings).toContainEqual({
      name: "Wallet of kofi",
      about: { kind: "user", id: audited.kofi._id },
      differences: [
        {
          what: "balance",
          expected: expect.stringMatching(/^¢\d+\.\d\d$/),
          found: expect.stringMatching(/^¢/),
        },
      ],
    });
    expect(open!.findings).toContainEqual(
      expect.objectContaining({ name: `Order ${orderReference(1)}`, about: { kind: "order", id: "1" } }),
    );
    await audited.owner.query("update ledger.wallet set balance = balance - 480 where user_id = $1", [
      audited.kofi._id,
    ]);
    await audited.owner.query(`update ledger."order" set status = 'rejected' where id = 1`);
    await caughtUp();
    await expect.poll(async () => (await incidents())[0]?.to).not.toBeNull();
    // What was red before the end is still there.
    expect((await incidents())[0]!.findings).toHaveLength(3);
    const say = (reason: string, id = open!.id) =>
      audited.shop.as(audited.shop.admin).put<IncidentRecord[]>(`/audit/incidents/${id}`, { reason });
    expect((await say("A disk fault. Restored by Ama.")).body[0]).toMatchObject({
      note: { by: "admin", reason: "A disk fault. Restored by Ama." },
    });
    // A retry says the same; nobody says something else later.
    expect((await say("A disk fault. Restored by Ama.")).status).toBe(200);
    expect((await say("Nothing happened.")).status).toBe(409);
    expect((await say("Nothing happened.", 999_999)).status).toBe(404);
  });

  test("becomes broken when an event is deleted, and stays so while new events arrive", async () => {
    await caughtUp();
    await audited.owner.query("create table kept as select * from ledger.event where position = $1", [
      at["refund"],
    ]);
    await audited.owner.query("delete from ledger.event where position = $1", [at["refund"]]);
    await buy(audited.kofi);
    await expect
      .poll(light)
      .toMatchObject({ state: "broken", findings: [{ where: `position ${at["refund"]}` }] });
    await audited.owner.query("insert into ledger.event select * from kept");
    await caughtUp();
  });

  /** Swaps two events, except for their positions. */
  const swap = (first: number) => `
    update ledger.event e set (${swapped}) = (
      select ${swapped} from ledger.event o where o.position = ${2 * first + 1} - e.position)
    where e.position in (${first}, ${first + 1})`;
  const corruptions: [string, (position: number) => [string, string]][] = [
    [
      "an event's column",
      (position) => [
        `update ledger.event set actor = 'x' || actor where position = ${position}`,
        `update ledger.event set actor = substring(actor from 2) where position = ${position}`,
      ],
    ],
    ["a swapped pair", (position) => [swap(position), swap(position)]],
  ];

  test.each(corruptions)(
    "becomes broken for %s, and a verification names the same place",
    async (_, corruption) => {
      await caughtUp();
      const position = at["purchase"]!;
      const [spoil, mend] = corruption(position);
      await audited.owner.query(spoil);
      const place = [{ where: `position ${position}` }];
      await expect.poll(light).toMatchObject({ state: "broken", findings: place });
      await verifyAnew();
      expect((await finished())?.findings).toMatchObject(place);
      await audited.owner.query(mend);
      await verifyAnew();
      expect((await finished())?.findings).toEqual([]);
      await caughtUp();
    },
  );
});

const verification = async () => (await get<VerificationAnswer>("/audit/verify")).verification;
const finished = async () => {
  await expect.poll(verification).toMatchObject({ finishedAt: expect.any(String) });
  return verification();
};

describe("a verification on request", () => {
  test("runs one at a time, whoever asks, and keeps its result", async () => {
    await finished();
    const ask = () => audited.shop.as(audited.shop.admin).post<VerificationAnswer>("/audit/verify");
    const asked = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(asked.map(({ body }) => body.verification?.id)).size).toBe(1);
    const { head } = await verify(audited.owner);
    expect(await finished()).toMatchObject({
      id: asked[0].body.verification?.id,
      askedBy: "admin",
      position: head.position,
      target: head.position,
      hash: head.hash,
      findings: [],
      failure: null,
    });
    expect(await light()).toMatchObject({ verified: { position: head.position, isWhole: true } });
  });

  test("names the first broken position and what differs", async () => {
    await audited.owner.query("update ledger.event set amount = amount + 1 where position = $1", [
      at["purchase"],
    ]);
    await audited.shop.as(audited.shop.admin).post("/audit/verify");
    const found = await finished();
    expect(found?.findings).toMatchObject([{ where: `position ${at["purchase"]}` }]);
    expect(found?.findings?.[0]?.differences.map(({ what }) => what)).toContain("hash");
    await audited.owner.query("update ledger.event set amount = amount - 1 where position = $1", [
      at["purchase"],
    ]);
    await audited.shop.as(audited.shop.admin).post("/audit/verify");
    expect((await finished())?.findings).toEqual([]);
  });
});
