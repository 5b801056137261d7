/** The pages that the server writes for strangers, from what an agent may have typed. */
import { expect, test } from "vitest";
import type { PageFrame } from "#contract/public-pages.ts";
import type { ShopAnswer } from "#contract/shops.ts";
import { pages } from "./pages.tsx";

const frame: PageFrame = {
  owner: "Ama & <Sons>",
  publicUrl: "https://shop.example",
  themeScript: "theme()",
  style: "/assets/index.css",
  island: "/assets/shop/island.js",
};
const hostile = `</script><script>alert(1)</script><img src=x onerror='alert(2)'>"&`;
const shop: ShopAnswer = {
  name: "ama-data",
  title: hostile,
  colour: "pink",
  greeting: hostile,
  contact: "0244123456",
  isOpen: true,
  packages: [{ _id: hostile, network: hostile, offer: hostile, price: 5.5 }],
};

/** Only the theme's script runs inside the document; no text can end an element or begin one. */
function expectNoMarkup(html: string): void {
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html).not.toContain("<img");
  // Without the values of attributes, whose texts may say anything.
  expect(html.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]* (on\w+|style)=/);
  expect(html).not.toContain("alert(1)</script>");
}

test("nothing that an agent or admin typed becomes markup", () => {
  const html = pages.shop(frame, shop);
  expectNoMarkup(html);
  expect(html).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
  expect(html).toContain("¢5.50");
  expectNoMarkup(pages.prices(frame, [{ network: hostile, isAvailable: true, packages: shop.packages }]));
  expectNoMarkup(pages.order(frame));
  expectNoMarkup(pages.missing(frame));
});

test("the data for the script is what was written, and cannot end its element", () => {
  const html = pages.shop(frame, shop);
  const [, json = ""] = /<script type="application\/json" id="shop-data">([^]*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toEqual(shop);
});

test("a shop that is closed for now shows prices that cannot be chosen, and no button to pay", () => {
  const html = pages.shop(frame, { ...shop, title: "Ama", isOpen: false });
  expect(html).toContain("Ama is closed at the moment.");
  expect(html).toContain("¢5.50");
  expect(html).not.toContain("Number that pays");
});

test("a page with an order's key in its address is found by nobody else, and names no address", () => {
  const html = pages.order(frame);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain("og:url");
});
