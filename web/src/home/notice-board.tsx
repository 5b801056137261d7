import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { texts, welcome } from "#contract/terms/texts.ts";
import { cn } from "../lib/cn.ts";
import { Alert } from "../ui/alert.tsx";
import { Loading } from "../ui/loading.tsx";
import { noticeQuery, useShopName } from "../live/notice.query.ts";

/** A text this short fits into three lines on the narrowest phone. */
const short_letters = 90;

/** Three lines high from the start, so that nothing below moves when the text arrives. A longer text can be opened. */
export function NoticeBoard() {
  const query = useQuery(noticeQuery);
  const { data: notice } = query;
  const shop = useShopName();
  const [isOpen, setOpen] = useState(false);
  const text = notice === undefined ? texts.loading : notice.noticeContent || welcome(shop);
  if (query.isError && notice === undefined)
    return <Loading of={query} what="The notice could not be loaded." />;
  return (
    <Alert role="region" aria-label="Notice board">
      <p className={cn("min-h-[3.9rem] whitespace-pre-line", !isOpen && "line-clamp-3")}>
        <strong className="font-bold">Notice.</strong> {text}
      </p>
      {text.length > short_letters && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="-mb-2.5 min-h-11 font-semibold underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Read all"}
        </button>
      )}
    </Alert>
  );
}
