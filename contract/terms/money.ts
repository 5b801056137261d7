/** Money is integer pesewas (100 = ¢1.00) everywhere; cedis exist only on the wire and on the page. */
export type Pesewas = number;

/** Cedis with at most two decimals, as text or number; anything else (1e3, "1,5", NaN, 0.001) is undefined. */
export function parseCedis(value: unknown): Pesewas | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  if (typeof value === "number" && !Number.isFinite(value)) return undefined;
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(value).trim());
  if (!match) return undefined;
  const pesewas = Number(match[2]) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
  return match[1] && pesewas !== 0 ? -pesewas : pesewas;
}

/** The wire's number: 2250 -> 22.5. Exact for every safe amount, since two decimals round-trip. */
export function toCedis(amount: Pesewas): number {
  return Number(plainCedis(amount));
}

/** "1204.50", for forms, CSV and SMS. */
export function cedisOrNull(amount: Pesewas | null | undefined): number | null {
  return typeof amount === "number" ? toCedis(amount) : null;
}

export function plainCedis(amount: Pesewas): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "1,204.50", for SMS, which have no ¢, and beside other amounts. */
export function groupedCedis(amount: Pesewas): string {
  return formatCedis(amount).replace("¢", "").replace("−", "-");
}

/** "¢1,204.50", with a true minus sign: what a page shows. */
export function formatCedis(amount: Pesewas): string {
  const [whole = "0", decimals = "00"] = plainCedis(Math.abs(amount)).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${amount < 0 ? "−" : ""}¢${grouped}.${decimals}`;
}
