import { useQuery } from "@tanstack/react-query";
import { noticeQuery } from "../catalogue/notice.query.ts";
import { cn } from "../../lib/cn.ts";

/** The server writes the name into the document's title, so it is known before any answer. */
const titled = document.title;

/** The shop's name. SHOP_NAME can change it. */
export function useShopName(): string {
  return useQuery(noticeQuery).data?.shopName ?? titled;
}

const year = new Date().getUTCFullYear();

export function Footer() {
  return (
    <footer className="py-4 text-center text-s text-ink-3">
      {useShopName()} · {year}
    </footer>
  );
}

export function Mark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-8 shrink-0 place-items-center rounded-s bg-accent text-[1.1875rem] font-extrabold text-accent-ink",
        className,
      )}
    >
      ¢
    </span>
  );
}
