import { expect, test } from "vitest";
import { stormSuppliers } from "./supplier-storm.ts";
import { endOf } from "./supplier-end.ts";
import { attemptFaults, readAttempts } from "./supplier-truth.ts";

// The long run is npm run storm -- --suppliers; a seed that failed there or here: --seed N.
test("orders through hostile suppliers are neither lost nor doubled while processes are killed", async () => {
  const { faults, counts } = await stormSuppliers({ seed: 20261126, size: 200 }, async (stage) => {
    const attempts = await readAttempts(stage);
    const delivered = attempts.find(
      ({ supplier, attempt, state, cost, done: its }) =>
        supplier === "datamart" &&
        attempt === 1 &&
        state === "delivered" &&
        its?.fate.ends === "completed" &&
        cost === its.price,
    );
    if (!delivered?.done) throw new Error("nothing was delivered");
    const { done, order, reference } = delivered;
    // Were the truth another one, the storm would say so.
    const faultsWith = async () => {
      const now = await readAttempts(stage);
      return [...attemptFaults(stage, now), ...(await endOf(stage)).faults].join("\n");
    };
    const { price, phone, fate } = done;
    done.price += 1;
    const own = `order ${order}, attempt 1 at datamart \\(${reference}, .*`;
    expect(await faultsWith()).toMatch(new RegExp(`${own}: lost: -1 too much`));
    done.price = price;
    done.phone = "0241234567";
    expect(await faultsWith()).toContain("wrong: bought for 0241234567");
    done.phone = phone;
    done.fate = { ...fate, ends: "stuck" };
    done.delivered = "nothing";
    expect(await faultsWith()).toContain("wrong: delivered, and it was stuck");
    expect(await faultsWith()).toContain(`order ${order}: wrong: charged, not served`);
    done.key = "nobody's";
    expect(await faultsWith()).toContain("doubled: datamart has bought for no attempt");
    stage.bought.pop();
    expect(await faultsWith()).toContain("doubled: nobody has asked for it");
  });
  expect(faults).toEqual([]);
  const count = new Map(counts);
  for (const what of [
    "processes killed",
    "bought by datamart",
    "bought by hubnet",
    "bought by reloadly",
    "sent to a second supplier",
    "refused",
    "prices given back",
    "prices that differ from the list",
    "webhooks forged",
  ])
    expect(count.get(what), what).toBeGreaterThan(0);
}, 600_000);
