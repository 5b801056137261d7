import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import { useWorkEach } from "../../office/act-results.tsx";
import { countText } from "../../lib/count-text.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Changes } from "../../ui/facts.tsx";
import { optionName, type PackageChoice, routesOf } from "./package-choices.ts";
import { readSuppliersAgain, suppliersQuery } from "./suppliers.query.ts";

interface Props {
  /** The packages with another choice than the saved one. */
  rows: readonly PackageChoice[];
  /** Called with the ids of those that are saved. */
  onSaved: (ids: ReadonlySet<string>) => void;
  onClose: () => void;
}

/** Asks before new orders go elsewhere. Each package is changed by a command of its own. */
export function SaveRoutes({ rows, onSaved, onClose }: Props) {
  const { work, question } = useWorkEach<PackageChoice>({
    noun: "package",
    done: "saved",
    line: ({ network, offer }) => `${network} ${offer}`,
    act: async ({ _id, chosen, savedRoutes }, send) => {
      const routes = routesOf(chosen);
      await send<SuppliersAnswer>({
        method: "PUT",
        path: "/supplier/routes",
        body: { package: _id, routes, seen: savedRoutes },
      });
      queryClient.setQueryData(
        suppliersQuery.queryKey,
        (old) => old && { ...old, routes: { ...old.routes, [_id]: routes } },
      );
      return undefined;
    },
    onDone: (results) =>
      onSaved(new Set(results.flatMap(({ row, failure }) => (failure === null ? [row._id] : [])))),
    onSettled: readSuppliersAgain,
    onClose,
  });
  if (question) return question;
  return (
    <Confirm
      title={`Change who delivers ${countText(rows.length, "package")}?`}
      confirm="Yes, save"
      busy={work.isBusy}
      onConfirm={() => work.send(rows)}
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        New orders follow. What is on its way stays where it is.
      </p>
      <div role="region" aria-label="Changes" tabIndex={0} className="max-h-72 overflow-y-auto">
        <Changes
          changes={rows.map((row) => ({
            what: `${row.network} ${row.offer}`,
            before: optionName(row, row.saved),
            after: optionName(row, row.chosen),
          }))}
        />
      </div>
    </Confirm>
  );
}
