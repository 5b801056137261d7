import { expect, test } from "vitest";
import { stormPaystack } from "./paystack-storm.ts";
import { paystackFaults } from "./paystack-truth.ts";
import { closeDay } from "./sms-admin.ts";
import { smsFaults, stormSms } from "./sms-storm.ts";

// The long run is npm run storm -- --payments; a seed that failed there or here: --seed N.
test("payments through a hostile Paystack are neither lost nor doubled while processes are killed", async () => {
  const { faults, counts } = await stormPaystack(
    { seed: 20261123, size: 200 },
    async ({ shop, paystack, report }) => {
      expect(report.faults).toEqual([]);
      const [payment] = [...paystack.payments.values()].filter(({ stage }) => stage === "success");
      if (!payment?.paid) throw new Error("nobody paid");
      // Were the truth another one, the storm would say so.
      const { paid } = payment;
      payment.paid = { ...paid, amount: paid.amount + 100 };
      payment.asked += 100;
      const lacking = (await paystackFaults(shop, paystack, 200)).join("\n");
      expect(lacking).toContain(`${payment.reference}: wrong: ${payment.asked} were paid`);
      expect(lacking).toContain(`lost: ${payment.email.split("@")[0]} paid`);
      expect(lacking).toContain("the light of paystack is wrong");
      delete payment.paid;
      const doubled = (await paystackFaults(shop, paystack, 199)).join("\n");
      expect(doubled).toContain(`${payment.reference}: doubled: nothing was paid`);
      expect(doubled).toContain("199 requests were answered, and 200 are stored");
    },
  );
  expect(faults).toEqual([]);
  const count = new Map(counts);
  for (const what of ["processes killed", "paid less", "never told", "webhooks forged"])
    expect(count.get(what), what).toBeGreaterThan(0);
}, 360_000);

test("payments by SMS are neither lost nor doubled, and no forged one is credited, while processes are killed", async () => {
  const { faults, counts } = await stormSms({ seed: 20261123, size: 600 }, async (stage) => {
    const { shop, phone, truth } = stage;
    const [id, claimed] = [...truth.claims].find(([, { user }]) => user !== null) ?? [];
    const movement = phone.movements.find(({ transactionId }) => transactionId === id);
    if (!movement || !claimed) throw new Error("nobody paid");
    // Were the truth another one, the storm would say so.
    truth.claims.set(movement.transactionId, { ...claimed, user: null });
    const credited = (await smsFaults(shop, phone, truth)).join("\n");
    expect(credited).toContain(`${id}: wrong: it is matched`);
    expect(credited).toContain(`lost: ${id} is not listed as unmatched`);
    expect(credited).toContain(`doubled: ${claimed.user} paid`);
    truth.claims.set(movement.transactionId, claimed);
    movement.amount += 1_00;
    expect((await smsFaults(shop, phone, truth)).join("\n")).toContain(
      `${id}: wrong: ${movement.amount} were`,
    );
    movement.kind = "forged";
    expect((await smsFaults(shop, phone, truth)).join("\n")).toContain(`doubled: nobody paid ${id}`);
    const missing = {
      ...movement,
      kind: "received",
      transactionId: "99999999",
      delivery: "missing",
    } as const;
    const since = phone.movements.push(missing) - 1;
    const unnamed = await closeDay(stage, since, { gaps: 0, typed: 0, confirmed: 0 }, 300);
    expect(unnamed.join("\n")).toContain(`not named: the gap of ${movement.network}: received`);
  });
  expect(faults).toEqual([]);
  const count = new Map(counts);
  for (const what of ["processes killed", "gaps named with their amounts", "late by up to three hours"])
    expect(count.get(what), what).toBeGreaterThan(0);
}, 360_000);
