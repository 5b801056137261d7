import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { limits } from "#contract/terms/limits.ts";
import { useHiddenBalance } from "../users/own-balance.tsx";

/**
 * The address of a top-up for a purchase: what it lacks, in cedis, and where to return to. While the balance is hidden,
 * the amount is left out: together with the price it would give the balance away.
 */
export function useTopupSearch(missing: number | undefined, back: string) {
  const [isHidden] = useHiddenBalance();
  return { back, ...(missing === undefined || isHidden ? {} : { amount: missing }) };
}

/** Opens the top-up page two seconds after the buyer was told that money is missing. */
export function useTopupRedirect(isTold: boolean, missing: number | undefined, back: string): void {
  const navigate = useNavigate();
  const { amount } = useTopupSearch(missing, back);
  useEffect(() => {
    if (!isTold) return;
    const search = { back, ...(amount !== undefined && { amount }) };
    const timer = setTimeout(() => void navigate({ to: "/home/topup", search }), limits.topup_redirect_ms);
    return () => clearTimeout(timer);
  }, [isTold, back, amount, navigate]);
}
