/** The books are checked by one process of a shop at a time. */
import { expect, test } from "vitest";
import { openAudited } from "#tools/testing/audited-shop.ts";

const audited = openAudited();
const { buy, light } = audited;

test("the books are checked by another process when the auditing one is gone", async () => {
  const other = await audited.shop.another({ audit: { pause_ms: 100 } });
  await audited.shop.restart({ audit: undefined });
  await buy(audited.kofi);
  const { position } = await audited.shop.books();
  await expect.poll(light).toMatchObject({ state: "balanced", position });
  await other.close();
  await audited.shop.restart();
});
