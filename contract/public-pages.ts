/** The pages that the server writes whole, because strangers open them from a link: what the built page makes, and from what. */
import type { ShopAnswer } from "./shops.ts";

/** What the server knows of itself and of the build. */
export interface PageFrame {
  /** The name of the shop itself. */
  owner: string;
  /** Its address, without a slash at the end. */
  publicUrl: string;
  /** The inline script that applies the theme. The policy has its hash. */
  themeScript: string;
  /** Paths of the style sheet and of the script that brings the buying part to life. */
  style: string;
  island: string;
}

/** What the shop itself sells, and what it costs there. Cedis. */
export interface PriceList {
  network: string;
  isAvailable: boolean;
  packages: { _id: string; offer: string; price: number }[];
}

/** Each is a whole document. */
export interface PublicPages {
  shop(frame: PageFrame, shop: ShopAnswer): string;
  prices(frame: PageFrame, lists: PriceList[]): string;
  /** Of an order that the browser then asks for: the token is in the address. */
  order(frame: PageFrame): string;
  missing(frame: PageFrame): string;
}

/** In the folder of the built page. */
export const publicPagesFile = ".pages.mjs";

/** Where a stranger sees what the shop sells. */
export const pricesRoute = "/prices";
