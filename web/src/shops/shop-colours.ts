import type { ShopColour } from "#contract/terms/shops.ts";

/** White can be read on each of them, in light and dark. */
export const colourLook: Record<ShopColour, string> = {
  green: "bg-shop-green",
  blue: "bg-shop-blue",
  purple: "bg-shop-purple",
  orange: "bg-shop-orange",
  pink: "bg-shop-pink",
  grey: "bg-shop-grey",
};
