import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { safeParse } from "valibot";
import { correctionLimitBody, type CorrectionLimitAnswer } from "#api/contract/approvals.ts";
import { plainCedis } from "#ledger/terms/money.ts";
import { errorText } from "../../lib/api-error.ts";
import { put } from "../../lib/api.ts";
import { pesewas } from "../../lib/money.ts";
import { useLiveDraft, Outdated } from "../shared/live-draft.tsx";
import { useOnline } from "../../lib/online.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, Input } from "../../ui/field.tsx";
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
  const [wasTried, setTried] = useState(false);
  const isOnline = useOnline();
  const body = { limit: draft.trim() === "" ? null : draft.trim(), seen: { limit: base } };
  const { issues } = safeParse(correctionLimitBody, body);
  const save = useMutation({
    mutationFn: () => put<CorrectionLimitAnswer>("/extra/correction-limit", body),
    onSuccess: ({ pending, limit: saved }) => {
      setTried(false);
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (issues === undefined) save.mutate();
  };
  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={submit}>
      {isOutdated && <Outdated what="this" onLoad={() => reload(limit)} />}
      <Field
        label="Amount (¢)"
        hint="Empty: one admin may correct any amount"
        error={wasTried ? issues?.[0].message : undefined}
      >
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
      {save.isError && (
        <Alert variant="destructive" role="alert">
          {errorText(save.error)}
        </Alert>
      )}
      <Button
        type="submit"
        variant="soft"
        className="self-start"
        busy={save.isPending}
        disabled={!isOnline || !isDirty}
      >
        Save
      </Button>
    </form>
  );
}

function toText(limit: number | null): string {
  return limit === null ? "" : plainCedis(pesewas(limit));
}
