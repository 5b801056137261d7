import { PaymentChange } from "../../settings/office/payment-change.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { formatDateTime } from "#contract/terms/dates.ts";
import { readStored, writeStored } from "../../lib/storage.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
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
    <Alert
      variant="destructive"
      role="alert"
      className="mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 lg:mx-6"
    >
      <span className="min-w-0 flex-1 basis-64">
        <b>The books did not balance</b> from {formatDateTime(last.from)}{" "}
        {last.to === null ? "until now" : `to ${formatDateTime(last.to)}`}:{" "}
        {last.findings.map(({ name }) => name).join(", ")}.{" "}
        <Link to="/admin/audit/books" className="font-semibold underline">
          What differed
        </Link>
      </span>
      <Button variant="outline" size="sm" onClick={() => setSeen(String(last.id))}>
        I have seen it
      </Button>
    </Alert>
  );
}
