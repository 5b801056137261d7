import { useQuery } from "@tanstack/react-query";
import { correctionLimitBody, type CorrectionLimitAnswer } from "#api/contract/approvals.ts";
import { plainCedis } from "#ledger/terms/money.ts";
import { errorText } from "../../lib/api-error.ts";
import { sendCommand } from "../../lib/command.ts";
import { useForm } from "../../lib/form.ts";
import { pesewas } from "../../lib/money.ts";
import { nothingToSave, useLiveDraft, Outdated } from "../shared/live-draft.tsx";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Card } from "../../ui/card.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { notify } from "../../ui/notifications.ts";
import { approvalsQuery } from "../approvals/approvals.query.ts";
import { LastChange } from "./last-change.tsx";

/** The amount above which a correction needs two admins. */
export function CorrectionLimit() {
  const { data } = useQuery(approvalsQuery);
  return (
    <Card role="region" aria-label="Large corrections">
      <h2 className="text-lg font-bold">Large corrections</h2>
      <p className="mb-3.5 text-sm text-muted-foreground">
        A credit or debit above this amount needs a second admin. So does a smaller one if the corrections
        that one admin makes alone within 24 hours, in all wallets together, exceed this amount. Raising the
        amount or clearing it also needs a second admin.
      </p>
      {data !== undefined && <LimitForm limit={data.limit} />}
      <div className="mt-3.5">
        <LastChange kind="correction limit" />
      </div>
    </Card>
  );
}

function LimitForm({ limit }: { limit: number | null }) {
  const { draft, setDraft, base, isDirty, isOutdated, reload } = useLiveDraft(limit, toText);
  const body = { limit: draft.trim() === "" ? null : draft.trim(), seen: { limit: base } };
  const { problems, submit, ...attempt } = useForm({
    check: () => (isDirty ? problemsOf(correctionLimitBody, body) : nothingToSave),
    send: () => sendCommand<CorrectionLimitAnswer>({ method: "PUT", path: "/extra/correction-limit", body }),
    onDone: ({ pending, limit: saved }) => {
      if (pending) {
        notify("Another admin must approve this first. Nothing has changed yet.");
        setDraft(toText(limit));
      } else {
        reload(saved);
        notify("Large corrections saved", "success");
      }
      void queryClient.invalidateQueries(approvalsQuery);
    },
    onError: (error) => notify(errorText(error), "danger"),
  });
  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={submit}>
      {isOutdated && <Outdated what="this" onLoad={() => reload(limit)} />}
      <Field label="Amount (¢)" hint="Empty: one admin may correct any amount" error={problems["limit"]}>
        {(parts) => (
          <Input
            {...parts}
            inputMode="decimal"
            autoComplete="off"
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
          />
        )}
      </Field>
      <FormEnd form={isDirty ? attempt : { ...attempt, error: null }} variant="soft" className="self-start">
        Save
      </FormEnd>
    </form>
  );
}

function toText(limit: number | null): string {
  return limit === null ? "" : plainCedis(pesewas(limit));
}
