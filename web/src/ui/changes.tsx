import type { ChangeRecord } from "#contract/audit.ts";
import { Fact, Facts } from "./facts.tsx";

/** What changes, with its values before and after. */
export function Changes({ changes }: { changes: readonly ChangeRecord[] }) {
  return (
    <Facts>
      <ChangeFacts changes={changes} />
    </Facts>
  );
}

/** The same, among other facts. */
export function ChangeFacts({ changes }: { changes: readonly ChangeRecord[] }) {
  return changes.map(({ what, before, after }) => (
    <Fact key={what} name={what}>
      <span className="min-w-0 wrap-anywhere">
        {before || "none"} → {after || "none"}
      </span>
    </Fact>
  ));
}
