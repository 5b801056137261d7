/** Who delivers each package: what is saved, what the admin has chosen since, and what fits by network and size. */
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import type { PackageRecord, ProductRecord } from "#contract/products.ts";
import { type Route, type SupplierName, supplierNames } from "#contract/terms/fulfilment.ts";
import type { Carrier } from "#contract/terms/networks.ts";
import { networks, productLook, productTypeOf } from "#contract/terms/product-types.ts";
import { priceFields, type PriceField } from "../../products/office/draft.ts";

/** The suppliers of a package, the first one first, as one text: "datamart YELLO 5", "datamart YELLO 5|hubnet mtn 5", "stock". */
export type Choice = string;
const then = "|";
export const byHand: Choice = "";
export const fromStock: Choice = "stock";

interface Option {
  /** One supplier. */
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
      const gone = partsOf(saved)
        .filter((part) => offers.every(({ choice }) => choice !== part))
        .map((part) => ({ choice: part, name: `${part} (not offered now)`, cost: null }));
      return {
        ...row,
        network,
        hasVoucher,
        options: [...offers, ...gone],
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

function choiceOf(routes: readonly Pick<Route, "supplier" | "code">[]): Choice {
  return routes.map(({ supplier, code }) => `${supplier} ${code}`.trim()).join(then);
}

export function routesOf(choice: Choice): Route[] {
  return partsOf(choice).map((part) => {
    const [supplier, ...code] = part.split(" ");
    return { supplier: supplier as SupplierName, code: code.join(" ") };
  });
}

function partsOf(choice: Choice): Choice[] {
  return choice === byHand ? [] : choice.split(then);
}

export function optionName({ options }: PackageChoice, of: Choice): string {
  const names = partsOf(of).map((part) => options.find(({ choice }) => choice === part)?.name ?? part);
  return names.join(", then ") || "By hand";
}

export interface Turn {
  options: Option[];
  chosen: Choice;
  /** The whole choice, if this one is taken here. By hand ends it. */
  with: (part: Choice) => Choice;
}

/** Whom an order goes to, one after the other, and whom it could go to next. Each supplier gets it once. */
export function turnsOf({ chosen, options }: PackageChoice): Turn[] {
  const parts = partsOf(chosen);
  return [...parts, byHand].flatMap((part, at) => {
    const before = parts.slice(0, at);
    const left = options.filter(({ choice }) =>
      before.every((one) => supplierOf(one) !== supplierOf(choice)),
    );
    if (left.length === 0) return [];
    const after = parts.slice(at + 1);
    const having = (one: Choice) => after.filter((other) => supplierOf(other) !== supplierOf(one));
    const taking = (one: Choice) => (one === byHand ? before : [...before, one, ...having(one)]).join(then);
    return [{ options: left, chosen: part, with: taking }];
  });
}

function supplierOf(part: Choice): string | undefined {
  return part.split(" ")[0];
}

/** In cedis, at the first supplier; null if nobody knows. */
export function costOf({ options, chosen }: PackageChoice): number | null {
  const [first] = partsOf(chosen);
  return options.find(({ choice }) => choice === first)?.cost ?? null;
}

/** The prices at which the shop would lose money. */
export function belowCost(row: PackageChoice): PriceField[] {
  const cost = costOf(row) ?? 0;
  return priceFields.filter((field) => row[field] < cost);
}

/** For packages by hand: the offers of the same network and size, the cheapest supplier first, by the id of the package. */
export function proposedChoices(rows: readonly PackageChoice[]): Record<string, Choice> {
  const found = rows
    .filter(({ chosen, hasVoucher }) => chosen === byHand && !hasVoucher)
    .flatMap(({ _id, offer, options }) => {
      const size = sizeOf(offer);
      const fitting = options
        .filter(({ name }) => size !== undefined && sizeOf(name) === size)
        .toSorted((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity))
        .map(({ choice }) => choice);
      const cheapest = new Map(fitting.toReversed().map((choice) => [supplierOf(choice), choice]));
      const proposed = fitting.filter((choice) => cheapest.get(supplierOf(choice)) === choice);
      return proposed.length === 0 ? [] : [[_id, proposed.join(then)] as const];
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
