import { DownloadButton } from "../../ui/download-button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

/** Every movement of every wallet. */
export function AuditPage() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <PageTitle>Audit</PageTitle>
      <DownloadButton path="/audit/movements.csv" name="audit.csv" />
    </div>
  );
}
