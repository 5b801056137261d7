import { NoticeAlert, PaymentChange } from "../../settings/office/payment-change.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { formatDateTime } from "#contract/terms/dates.ts";
import { readStored, writeStored } from "../../lib/storage.ts";
import { booksQuery, incidentsQuery } from "../../books/office/audit.query.ts";

/** What every admin has to see, on whatever page they are. */
export default function AdminNotices() {
  return (
    <>
      <PaymentChange />
      <BooksChange />
    </>
  );
}

/** Tells every admin that the books turned red. The alert stays until it is acknowledged, also if they are green again. */
function BooksChange() {
  const { data: books } = useQuery(booksQuery);
  const { data: incidents } = useQuery({ ...incidentsQuery(books?.state), enabled: books !== undefined });
  const [seen, setSeen] = useState(() => readStored("booksSeen"));
  const last = incidents?.[0];
  // An incident that ended before this device was first used is no news to it.
  const first = incidents && seen === null && last?.to !== null ? String(last?.id ?? 0) : undefined;
  if (first !== undefined) setSeen(first);
  useEffect(() => {
    if (seen !== null) writeStored("booksSeen", seen);
  }, [seen]);
  if (last === undefined || first !== undefined || last.id <= Number(seen ?? 0)) return null;
  return (
    <NoticeAlert onSeen={() => setSeen(String(last.id))}>
      <b>The books did not balance</b> from {formatDateTime(last.from)}{" "}
      {last.to === null ? "until now" : `to ${formatDateTime(last.to)}`}:{" "}
      {last.findings.map(({ name }) => name).join(", ")}.{" "}
      <Link to="/admin/audit/books" className="font-semibold underline">
        What differed
      </Link>
    </NoticeAlert>
  );
}
