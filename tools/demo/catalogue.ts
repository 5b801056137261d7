/** The demo shop's products. */
import { type UsualPackage, usualPackages } from "#contract/usual-packages.ts";
import { defaultNote } from "#contract/terms/product-types.ts";
import type { Package, ProductFacts } from "#ledger/core/rows/products.ts";

export interface DemoProduct {
  id: string;
  facts: ProductFacts;
}

export const demoProducts: DemoProduct[] = Object.entries(usualPackages).map(([network, list]) => ({
  id: network.toLowerCase(),
  facts: {
    network,
    status: "available",
    note: defaultNote(network),
    image: null,
    packages: list.map((row, n) => packageOf(network, n + 1, row)),
  },
}));

function packageOf(network: string, n: number, [offer, customer, agent, superAgent]: UsualPackage): Package {
  const pesewas = (cedis: number) => Math.round(cedis * 100);
  return {
    id: `${network.toLowerCase()}-${n}`,
    offer,
    customer: pesewas(customer),
    agent: pesewas(agent),
    superAgent: pesewas(superAgent),
  };
}
