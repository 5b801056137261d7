import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { useHiddenBalance } from "./hidden-balance.ts";

/** The user's own balance, now or after a movement. Every page shows it with this, because the user may hide it. */
export function OwnBalance({ amount }: { amount: Pesewas }) {
  const [isHidden] = useHiddenBalance();
  if (!isHidden) return formatCedis(amount);
  return (
    <>
      <span aria-hidden>¢••••</span>
      <span className="sr-only">hidden</span>
    </>
  );
}
