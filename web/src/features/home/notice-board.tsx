import { useQuery } from "@tanstack/react-query";
import { texts } from "#ledger/terms/texts.ts";
import { Alert } from "../../ui/alert.tsx";
import { noticeQuery } from "../catalogue/notice.query.ts";

export function NoticeBoard() {
  const { data: notice } = useQuery(noticeQuery);
  if (notice?.noticeContent === "") return null;
  return (
    <Alert role="region" aria-label="Notice board" className="whitespace-pre-line">
      <strong className="font-bold">Notice.</strong> {notice?.noticeContent ?? texts.loading}
    </Alert>
  );
}
