/** Administrative acts over HTTP: who changed what, with before and after. */
import { describe, expect, test } from "vitest";
import { openAudited } from "#tools/testing/audited-shop.ts";
import type { ActRecord } from "#contract/audit.ts";
import type { Page } from "#contract/lists.ts";

const audited = openAudited();
const { buy, fileOf, get } = audited;

describe("administrative acts", () => {
  test("are listed with before and after, and filtered by kind, actor and user", async () => {
    const facts = { network: "MTNup2u", status: "available" as const, note: "slow today", image: null };
    const packages = [{ id: "mtnup2u-1", offer: "1 GB", customer: 500, agent: 460, superAgent: 450 }];
    await audited.shop.command("change_product", audited.shop.admin._id, {
      product: "mtnup2u",
      facts: { ...facts, packages },
    });
    const { items, total } = await get<Page<ActRecord>>("/audit/acts?limit=20");
    expect(total).toBe(items.length);
    expect(items[0]).toMatchObject({ kind: "product", product: "MTNup2u", actor: "admin" });
    expect(items[0]?.changes).toEqual([
      { what: "note", before: "", after: "slow today" },
      { what: "1 GB: customer", before: "4.80", after: "5.00" },
      { what: "5 GB: offer", before: "5 GB", after: null },
      { what: "5 GB: customer", before: "22.50", after: null },
      { what: "5 GB: agent", before: "21.90", after: null },
      { what: "5 GB: super agent", before: "21.50", after: null },
    ]);
    const [level] = (await get<Page<ActRecord>>(`/audit/acts?limit=20&user=${audited.kofi._id}`)).items;
    expect(level).toMatchObject({
      kind: "level",
      user: "kofi",
      changes: [{ what: "level", before: "Customer", after: "Agent" }],
    });
    const notices = await get<Page<ActRecord>>(
      `/audit/acts?limit=20&kind=notice&actor=${audited.shop.admin._id}`,
    );
    expect(notices.items.map(({ changes }) => changes)).toEqual([
      [{ what: "notice", before: "", after: "closed on Sunday" }],
    ]);
    const [credit, ...more] = (await get<Page<ActRecord>>("/audit/acts?limit=20&actor=system")).items;
    expect(more).toEqual([]);
    expect(credit).toMatchObject({
      kind: "correction",
      user: "kofi",
      changes: [{ what: "wallet", before: null, after: "+¢500.00: test" }],
    });
  });

  test("of one admin include each order and request that they decided, and a batch once", async () => {
    const { shop } = audited;
    const yaa = await shop.addUser("yaa", "0245550177", "Customer", 50_00);
    const worker = await shop.addUser("workingadmin", "0245550178", "Admin");
    const positions = [await buy(yaa), await buy(yaa), await buy(yaa), await buy(yaa)];
    const { rows } = await shop.pool.query<{ id: string }>(
      `select id from ledger."order" where charged_at = any($1) order by id`,
      [positions],
    );
    const [done, rejected, ...sent] = rows.map(({ id }) => Number(id)) as [number, number, number, number];
    await shop.command("process_order", worker._id, { order: done });
    await shop.command("complete_order", worker._id, { order: done, voucher: false });
    await shop.command("reject_order", worker._id, { order: rejected, reason: null });
    await shop.command("send_to_supplier", worker._id, { network: "MTNup2u", orders: sent });
    await shop.requestTopup(yaa, 10_301, 70_00);
    await shop.command("approve_topup", worker._id, { topup: 10_301 });
    const listed = (query: string) => get<Page<ActRecord>>(`/audit/acts?limit=20${query}`);
    const { items, total } = await listed(`&actor=${worker._id}`);
    expect(items.map(({ kind }) => kind)).toEqual([
      "approved request",
      "supplier batch",
      "rejected order",
      "completed order",
      "processed order",
    ]);
    expect(total).toBe(5);
    expect(items[3]?.changes).toEqual([
      { what: expect.stringContaining("order "), before: "processing", after: "completed" },
    ]);
    expect(items[3]).toMatchObject({ user: "yaa", actor: "workingadmin" });
    expect((await listed("&kind=completed%20order")).items.map(({ actor }) => actor)).toEqual([
      "workingadmin",
    ]);
    // Without an admin or a kind they would hide everything else.
    expect((await listed("")).items.map(({ kind }) => kind)).not.toContain("completed order");
    expect((await listed(`&user=${yaa._id}&kind=completed%20order`)).items).toEqual([]);
    expect((await listed(`&actor=${worker._id}&from=2000-01-01&to=2000-01-01`)).items).toEqual([]);
  });

  test("include declined requests and removals, with the admin, the owner and the removed row", async () => {
    const { shop: of, admin } = { shop: audited.shop, admin: audited.shop.admin._id };
    const efua = await of.addUser("efua", "0245550155", "Customer", 50_00);
    const other = await of.addUser("otheradmin", "0245550156", "Admin");
    for (const recharge of [10_201, 10_202]) {
      await of.requestTopup(efua, recharge, 70_00);
    }
    await buy(efua);
    const { rows } = await audited.owner.query<{ id: number }>("select max(id) as id from ledger.order");
    const order = rows[0]!.id;
    await of.command("reject_order", admin, { order, reason: null });
    const declined = await of.command("decline_topup", other._id, { topup: 10_201 });
    const request = await of.command("remove_topup", admin, { topup: 10_201 });
    const removed = await of.command("remove_order", other._id, { order });
    const acts = async (query: string) =>
      (await get<Page<ActRecord>>(`/audit/acts?limit=20&${query}`)).items.map(({ position }) => position);
    const { items, total } = await get<Page<ActRecord>>(`/audit/acts?limit=20&user=${efua._id}`);
    expect(total).toBe(3);
    expect(items).toMatchObject([
      {
        position: removed,
        kind: "removed order",
        actor: "otheradmin",
        user: "efua",
        userId: efua._id,
        changes: [
          { what: `order ${10_000_000 + order}, ¢5.00`, before: "rejected", after: "removed from the lists" },
        ],
      },
      {
        position: request,
        kind: "removed request",
        actor: "admin",
        user: "efua",
        changes: [{ what: "request T-10201, ¢70.00", before: "declined", after: "removed from the lists" }],
      },
      {
        position: declined,
        kind: "declined request",
        actor: "otheradmin",
        user: "efua",
        changes: [{ what: "request T-10201, ¢70.00", before: "pending", after: "declined" }],
      },
    ]);
    expect(await acts(`actor=${other._id}`)).toEqual([removed, declined]);
    expect(await acts(`user=${efua._id}&actor=${other._id}`)).toEqual([removed, declined]);
    expect(await acts("kind=removed order")).toEqual([removed]);
    expect(await acts(`kind=declined request&user=${efua._id}`)).toEqual([declined]);
    expect((await acts("")).slice(0, 3)).toEqual([removed, request, declined]);
  });

  test("show a removal of all rows as one act with a count; its rows are found by the act and by their owner", async () => {
    const { shop: of } = audited;
    const remover = await of.addUser("remover", "0245550157", "Admin");
    const adwoa = await of.addUser("adwoa", "0245550158", "Customer", 50_00);
    const orders: number[] = [];
    for (let n = 0; n < 3; n++) {
      await buy(adwoa);
      const { rows } = await audited.owner.query<{ id: number }>("select max(id) as id from ledger.order");
      orders.push(rows[0]!.id);
      await of.command("reject_order", of.admin._id, { order: rows[0]!.id, reason: null });
    }
    const own = await of.command("remove_order", remover._id, { order: orders.shift()! });
    const removeAll = async (path: string) => {
      const { status, body } = await of.call<{ removed: number }>("DELETE", path, undefined, {
        token: remover.token,
      });
      expect(status).toBe(200);
      return body.removed;
    };
    const acts = async (query: string) => (await get<Page<ActRecord>>(`/audit/acts?limit=50&${query}`)).items;
    const removed = await removeAll("/order/del-all-orders");
    expect(removed).toBeGreaterThanOrEqual(2);
    const byRemover = await acts(`actor=${remover._id}`);
    expect(byRemover).toMatchObject([
      {
        kind: "cleared list",
        actor: "remover",
        user: null,
        changes: [
          { what: "all decided orders", before: `${removed} in the lists`, after: "removed from the lists" },
        ],
      },
      { kind: "removed order", position: own },
    ]);
    const [clearing] = byRemover as [ActRecord];
    expect((await acts("")).slice(0, 2).map(({ position }) => position)).toEqual([clearing.position, own]);
    expect((await acts("kind=removed order"))[0]?.position).toBe(own);
    const rows = await get<Page<ActRecord>>(`/audit/acts?limit=50&clearing=${clearing.position}`);
    expect(rows.total).toBe(removed);
    expect(new Set(rows.items.map(({ kind, actor }) => `${kind} by ${actor}`))).toEqual(
      new Set(["removed order by remover"]),
    );
    const names = (found: ActRecord[]) => found.flatMap(({ changes }) => changes.map(({ what }) => what));
    const hers = orders.toReversed().map((order) => `order ${10_000_000 + order}, ¢5.00`);
    expect(names(rows.items)).toEqual(expect.arrayContaining(hers));
    expect(names(await acts(`user=${adwoa._id}&clearing=${clearing.position}`))).toEqual(hers);
    expect((await acts(`user=${adwoa._id}&kind=removed order`)).length).toBe(3);
    expect(await acts(`clearing=${clearing.position}&kind=removed request`)).toEqual([]);
    expect(await acts(`clearing=${clearing.position}&actor=${of.admin._id}`)).toEqual([]);
    expect(await acts(`clearing=${own}`)).toEqual([]);
    expect(await removeAll("/order/del-all-orders")).toBe(0);
    const [none] = await acts(`actor=${remover._id}&kind=cleared list`);
    expect(none?.changes[0]?.before).toBe("0 in the lists");
    await removeAll("/recharge/del-all-requests");
    expect((await acts("kind=cleared list"))[0]?.changes[0]?.what).toBe("all decided requests");
    const csv = await fileOf("/audit/acts.csv", of.admin.token, `&clearing=${clearing.position}`);
    expect(csv.trim().split("\r\n")).toHaveLength(1 + removed);
  });
});

test("show a limit change by two admins without a user, with both names, and find it by either admin", async () => {
  const asker = await audited.shop.addUser("asker", "0245550191", "Admin");
  const approver = await audited.shop.addUser("approver", "0245550192", "Admin");
  const lowered = await audited.shop.command("change_correction_limit", asker._id, { limit: 50_00 });
  const both: [string, string] = [asker._id, approver._id];
  const raised = await audited.shop.commandByTwo("change_correction_limit", both, { limit: null });
  const acts = async (query: string) => (await get<Page<ActRecord>>(`/audit/acts?limit=20&${query}`)).items;
  const nobody = { kind: "correction limit", userId: null, user: null, product: null };
  expect((await acts("kind=correction limit")).slice(0, 2)).toMatchObject([
    {
      position: raised,
      ...nobody,
      actor: "approver",
      requester: "asker",
      changes: [{ what: "limit", before: "50.00", after: "none" }],
    },
    {
      position: lowered,
      ...nobody,
      actor: "asker",
      requester: null,
      changes: [{ what: "limit", before: "none", after: "50.00" }],
    },
  ]);
  const found = async (query: string) => (await acts(query)).map(({ position }) => position);
  expect(await found(`actor=${asker._id}`)).toEqual([raised, lowered]);
  expect(await found(`actor=${approver._id}`)).toEqual([raised]);
  for (const { _id } of [asker, approver]) expect(await found(`user=${_id}`)).toEqual([]);
  expect(await found(`user=${asker._id}&actor=${approver._id}`)).toEqual([]);
  const csv = await fileOf("/audit/acts.csv", audited.shop.admin.token, "&kind=correction limit");
  expect(csv.split("\r\n")[0]).toContain("Actor,Requested by,Act,About");
  expect(csv).toContain(",approver,asker,correction limit,,limit: 50.00 → none,");
});
