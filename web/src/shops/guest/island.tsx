/** Brings the parts to life that the server has written (pages.tsx): what a guest buys, and what became of it. */
import { createRoot, hydrateRoot } from "react-dom/client";
import { guestOrderRoute } from "#contract/terms/shops.ts";
import type { ShopAnswer } from "#contract/shops.ts";
import { GuestOrder } from "./order.tsx";
import { GuestShop } from "./buy.tsx";

const shop = document.getElementById("shop");
const order = document.getElementById("order");

if (shop !== null) {
  const data = document.getElementById("shop-data")?.textContent ?? "";
  hydrateRoot(shop, <GuestShop shop={JSON.parse(data) as ShopAnswer} />);
}

if (order !== null) {
  const token = location.pathname.slice(guestOrderRoute.length + 1);
  createRoot(order).render(<GuestOrder token={token} />);
}
