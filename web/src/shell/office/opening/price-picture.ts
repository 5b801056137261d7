/** A picture of the shop's prices, for a status message. */
import type { ProductRecord } from "#contract/products.ts";
import { money } from "../../../lib/money.ts";
import { makePicture, type Pen, pictureLook, pictureSize } from "../../../lib/picture.ts";

/** More do not fit on a phone's screen. */
const lines_max = 18;

const { margin, line } = pictureSize;

/** What customers pay: the first packages of each network, as evenly as there is room. PNG. */
export function pricePicture(
  shop: string,
  address: string,
  products: readonly ProductRecord[],
): Promise<Blob> {
  const lists = fitting(products);
  const lines = lists.reduce((sum, { packages }) => sum + packages.length + 1, 0);
  return makePicture(margin * 2 + line * (lines + 4), (pen) => draw(pen, { shop, address, lists }));
}

type List = Pick<ProductRecord, "network" | "packages">;

/** Takes one more package of each network in turn until the lines are full. Each network has a line of its own too. */
export function fitting(products: readonly List[]): List[] {
  const sold = products.filter(({ packages }) => packages.length > 0);
  let left = lines_max;
  const taken = new Map<List, number>();
  for (let more = true; more;) {
    more = false;
    for (const product of sold) {
      const count = taken.get(product) ?? 0;
      const price = count === 0 ? 2 : 1;
      if (count >= product.packages.length || price > left) continue;
      taken.set(product, count + 1);
      left -= price;
      more = true;
    }
  }
  return [...taken].map(([{ network, packages }, count]) => ({
    network,
    packages: packages.slice(0, count),
  }));
}

function draw(
  { context: { canvas }, write }: Pen,
  { shop, address, lists }: { shop: string; address: string; lists: readonly List[] },
): void {
  let y = margin + line;
  write(shop, "left", y, "bold 64px");
  for (const { network, packages } of lists) {
    y += line * 1.2;
    write(network, "left", y, "bold 40px", pictureLook.soft);
    for (const { offer, priceCustomer } of packages) {
      y += line;
      write(offer, "left", y, "40px");
      write(money(priceCustomer), "right", y, "bold 40px");
    }
  }
  write(address, "left", canvas.height - margin, "bold 40px", pictureLook.soft);
}
