import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { Loading } from "../../ui/loading.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { FilesForm } from "./files-form.tsx";
import { MoveInCard } from "./move-in-card.tsx";
import { moveInsQuery } from "./move-ins.query.ts";

/** Users, their balances and products from another shop: first a dry run, then the move. */
export function MoveInPage() {
  const query = useQuery(moveInsQuery);
  const { data } = query;
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Moving in</PageTitle>
        <Link to="/admin/extras" className={buttonVariants({ variant: "outline", size: "sm" })}>
          Other Info
        </Link>
      </div>
      <p className="max-w-prose text-sm text-muted-foreground">
        Users with their balances, and products, come from another shop as CSV files. Checking them adds
        nothing: it counts, and lists every line that is refused. The files are kept encrypted until they have
        moved in, for at most {officeLimits.move_in_kept_days} days. Nobody gets a message.
      </p>
      <FilesForm />
      {data === undefined && (
        <Loading of={query} what="The checks could not be loaded." rows={1} height="h-40" />
      )}
      {data !== undefined && data.items.length > 0 && (
        <ul aria-label="Checks" className="flex flex-col gap-3.5">
          {data.items.map((moveIn) => (
            <li key={moveIn._id}>
              <MoveInCard moveIn={moveIn} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
