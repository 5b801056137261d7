import { useQuery } from "@tanstack/react-query";
import { cn } from "../../lib/cn.ts";
import { pesewas } from "../../lib/money.ts";
import { useOnline } from "../../lib/online.ts";
import { useLiveSign } from "../../live/state.ts";
import { OwnBalance } from "../home/own-balance.tsx";
import { meQuery } from "../account/users.query.ts";

/** The balance in the top bar, with a dot that is green while it is kept up to date. */
export function LiveBalance() {
  const { data: me } = useQuery(meQuery);
  const isOnline = useOnline();
  const isLive = useLiveSign() === "live" && isOnline;
  if (me === undefined) return null;
  return (
    <span className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-muted px-3 text-sm font-semibold whitespace-nowrap">
      <span
        aria-hidden
        className={cn("size-2 rounded-full", isLive ? "bg-success" : "bg-muted-foreground")}
      />
      <span className="sr-only">Balance</span>
      <OwnBalance amount={pesewas(me.balance)} />
    </span>
  );
}
