import { useHiddenBalance } from "../users/own-balance.tsx";

/**
 * The address of a top-up for a purchase: what it lacks, in cedis, and where to return to. While the balance is hidden,
 * the amount is left out: together with the price it would give the balance away.
 */
export function useTopupSearch(missing: number | undefined, back: string) {
  const [isHidden] = useHiddenBalance();
  return { back, ...(missing === undefined || isHidden ? {} : { amount: missing }) };
}
