/** Who delivers each package: what is saved, what the admin has chosen since, and what fits by network and size. */
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import type { PackageRecord, ProductRecord } from "#contract/products.ts";
import { type Route, type SupplierName, supplierNames } from "#contract/terms/fulfilment.ts";
import type { Carrier } from "#contract/terms/networks.ts";
import { networks, productLook, productTypeOf } from "#contract/terms/product-types.ts";
import { priceFields, type PriceField } from "../../products/office/draft.ts";

/** A route as the value of a select: "datamart YELLO 5", or "stock". */
export type Choice = string;
export const byHand: Choice = "";
export const fromStock: Choice = "stock";

interface Option {
  choice: Choice;
  name: string;
  /** Cedis; null if nobody knows. */
  cost: number | null;
}

export interface PackageChoice extends PackageRecord {
  network: string;
  hasVoucher: boolean;
  /** Besides by hand. */
  options: Option[];
  saved: Choice;
  /** The same as it came from the server. */
  savedRoutes: Route[];
  chosen: Choice;
}

/** What DataMart calls the networks. Imported lists, and Reloadly's, have the shop's names. */
const datamartNetworks: Record<Carrier, string> = { MTN: "YELLO", AT: "AT_PREMIUM", Telecel: "TELECEL" };

/** All packages in the order of the networks. `drafts`: what was chosen and not saved, by the id of the package. */
export function packageChoices(
  products: readonly ProductRecord[],
  { routes, prices, stockCosts }: Pick<SuppliersAnswer, "routes" | "prices" | "stockCosts">,
  drafts: Readonly<Record<string, Choice>>,
): PackageChoice[] {
  const sorted = products.toSorted((a, b) => networks.indexOf(a.network) - networks.indexOf(b.network));
  return sorted.flatMap(({ network, packages }) => {
    const { hasVoucher } = productTypeOf(network);
    const offered = hasVoucher ? [] : offersFor(network, prices);
    return packages.map((row) => {
      const offers = hasVoucher
        ? [{ choice: fromStock, name: "From the stock", cost: stockCosts[row._id] ?? null }]
        : offered;
      const savedRoutes = routes[row._id] ?? [];
      const saved = choiceOf(savedRoutes);
      const isListed = saved === byHand || offers.some(({ choice }) => choice === saved);
      const gone = { choice: saved, name: `${saved} (not offered now)`, cost: null };
      return {
        ...row,
        network,
        hasVoucher,
        options: isListed ? offers : [...offers, gone],
        saved,
        savedRoutes,
        chosen: drafts[row._id] ?? saved,
      };
    });
  });
}

function offersFor(network: string, prices: SuppliersAnswer["prices"]): Option[] {
  const { carrier } = productLook(network);
  const names = carrier === undefined ? [network] : [carrier, datamartNetworks[carrier]];
  return prices
    .filter((price) => names.includes(price.network))
    .map(({ supplier, code, name, cost }) => ({
      choice: choiceOf([{ supplier, code }]),
      name: `${supplierNames[supplier]} ${name}`,
      cost,
    }));
}

export function choiceOf([first]: readonly Pick<Route, "supplier" | "code">[]): Choice {
  return first === undefined ? byHand : `${first.supplier} ${first.code}`.trim();
}

export function routesOf(choice: Choice): Route[] {
  const [supplier, ...code] = choice.split(" ");
  return choice === byHand ? [] : [{ supplier: supplier as SupplierName, code: code.join(" ") }];
}

export function optionName({ options }: PackageChoice, of: Choice): string {
  return options.find(({ choice }) => choice === of)?.name ?? "By hand";
}

/** In cedis; null if nobody knows. */
export function costOf({ options, chosen }: PackageChoice): number | null {
  return options.find(({ choice }) => choice === chosen)?.cost ?? null;
}

/** The prices at which the shop would lose money. */
export function belowCost(row: PackageChoice): PriceField[] {
  const cost = costOf(row) ?? 0;
  return priceFields.filter((field) => row[field] < cost);
}

/** For packages by hand: the cheapest offer of the same network and size, by the id of the package. */
export function proposedChoices(rows: readonly PackageChoice[]): Record<string, Choice> {
  const found = rows
    .filter(({ chosen, hasVoucher }) => chosen === byHand && !hasVoucher)
    .flatMap(({ _id, offer, options }) => {
      const size = sizeOf(offer);
      const [best] = options
        .filter(({ name }) => size !== undefined && sizeOf(name) === size)
        .toSorted((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity));
      return best === undefined ? [] : [[_id, best.choice] as const];
    });
  return Object.fromEntries(found);
}

/** In MB, or in pesewas of airtime. Undefined if the name has no size, or several, such as "5 GB + 1 GB at night". */
function sizeOf(name: string): number | undefined {
  const airtime = /^¢(\d+)\b/.exec(name);
  if (airtime) return Number(airtime[1]) * 100;
  const [size, ...others] = [...name.matchAll(/(\d+(?:\.\d+)?)\s*(gb|mb)\b/gi)];
  if (size === undefined || others.length > 0) return undefined;
  return Number(size[1]) * (size[2]?.toLowerCase() === "gb" ? 1024 : 1);
}
