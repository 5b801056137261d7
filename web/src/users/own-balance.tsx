import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { storedFlag } from "../lib/storage.ts";

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

/** Whether the balance is hidden from bystanders. Remembered on this device. */
export const useHiddenBalance = storedFlag("hideBalance", "1");
