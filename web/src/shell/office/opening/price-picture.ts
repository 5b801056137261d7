/** A picture of the shop's prices, for a status message. */
import type { ProductRecord } from "#contract/products.ts";
import { money } from "../../../lib/money.ts";

const width = 1080;
const margin = 72;
const line = 58;
/** More do not fit on a phone's screen. */
const lines_max = 18;

interface Look {
  back: string;
  text: string;
  soft: string;
}

const look: Look = { back: "#0f3d2e", text: "#ffffff", soft: "#cfe3da" };

/** What customers pay: the first packages of each network, as evenly as there is room. PNG. */
export async function pricePicture(
  shop: string,
  address: string,
  products: readonly ProductRecord[],
): Promise<Blob> {
  const lists = fitting(products);
  const lines = lists.reduce((sum, { packages }) => sum + packages.length + 1, 0);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = margin * 2 + line * (lines + 4);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw the picture.");
  draw(context, { shop, address, lists });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))));
  });
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
  context: CanvasRenderingContext2D,
  { shop, address, lists }: { shop: string; address: string; lists: readonly List[] },
): void {
  const { canvas } = context;
  const write = (text: string, at: "left" | "right", y: number, font: string, colour = look.text) => {
    context.font = `${font} system-ui, sans-serif`;
    context.fillStyle = colour;
    context.textAlign = at;
    context.fillText(text, at === "left" ? margin : width - margin, y, width - 2 * margin);
  };
  context.fillStyle = look.back;
  context.fillRect(0, 0, canvas.width, canvas.height);
  let y = margin + line;
  write(shop, "left", y, "bold 64px");
  for (const { network, packages } of lists) {
    y += line * 1.2;
    write(network, "left", y, "bold 40px", look.soft);
    for (const { offer, priceCustomer } of packages) {
      y += line;
      write(offer, "left", y, "40px");
      write(money(priceCustomer), "right", y, "bold 40px");
    }
  }
  write(address, "left", canvas.height - margin, "bold 40px", look.soft);
}
