/** The packages that DataMart sells, with prices that can change at any time. */

export const networks = ["YELLO", "TELECEL", "AT_PREMIUM"] as const;
export type Network = (typeof networks)[number];

export interface Package {
  network: Network;
  /** GB of 1024 MB. */
  capacity: number;
  /** Pesewas. */
  price: number;
  inStock: boolean;
}

const capacities = [1, 2, 3, 5, 10, 20];
/** Pesewas for 1 GB. */
const unitPrices: Record<Network, number> = { YELLO: 420, TELECEL: 400, AT_PREMIUM: 390 };

export class Catalogue {
  readonly packages: Package[] = networks.flatMap((network) =>
    capacities.map((capacity) => ({
      network,
      capacity,
      price: capacity * unitPrices[network],
      inStock: true,
    })),
  );

  find(network: Network, capacity: number): Package | undefined {
    return this.packages.find((one) => one.network === network && one.capacity === capacity);
  }

  /** Changes a package, or adds it. @param price pesewas */
  setPrice(network: Network, capacity: number, price: number): void {
    const found = this.find(network, capacity);
    if (found) found.price = price;
    else this.packages.push({ network, capacity, price, inStock: true });
  }
}
