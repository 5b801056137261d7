import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { limitBody, type ApprovalsAnswer, type LimitAnswer } from "#contract/approvals.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { plainCedis } from "#contract/terms/money.ts";
import type { ActKind } from "#contract/terms/event-texts.ts";
import { texts } from "#contract/terms/texts.ts";
import { errorText } from "../../lib/api-error.ts";
import { useForm, FormEnd } from "../../ui/form.tsx";
import { pesewas } from "../../lib/money.ts";
import { nothingToSave, useLiveDraft, Outdated } from "../../office/live-draft.tsx";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { notify } from "../../lib/notifications.ts";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { LastChange } from "./last-change.tsx";

interface Limit {
  title: string;
  path: string;
  act: ActKind;
  hint: string;
  of: (answer: ApprovalsAnswer) => number | null;
}

const corrections: Limit = {
  title: "Large corrections",
  path: "/extra/correction-limit",
  act: "correction limit",
  hint: "Empty: one admin may correct any amount",
  of: ({ limit }) => limit,
};

const topups: Limit = {
  title: "Large top-ups",
  path: "/extra/topup-limit",
  act: "top-up limit",
  hint: "Empty: one admin may approve any amount",
  of: ({ topupLimit }) => topupLimit,
};

export function Limits() {
  return (
    <>
      <LimitCard limit={corrections}>
        A credit or debit above this amount needs a second admin. So does a smaller one if what one admin does
        alone within 24 hours exceeds it: corrections in all wallets, and what was bought below prices that
        they have just cut. With an amount here, prices that fall by more than{" "}
        {officeLimits.price_cut_share_max * 100} % within a day, new offers and new payment details need a
        second admin too.
      </LimitCard>
      <LimitCard limit={topups}>
        Approving a top-up above this amount needs a second admin. For a user who registered less than a week
        ago, a fifth of it is enough. New payment details need a second admin too.
      </LimitCard>
    </>
  );
}

function LimitCard({ limit, children }: { limit: Limit; children: ReactNode }) {
  const { data } = useQuery(approvalsQuery);
  return (
    <Card role="region" aria-label={limit.title}>
      <h2 className="text-lg font-bold">{limit.title}</h2>
      <p className="mb-3.5 text-sm text-muted-foreground">
        {children} Raising the amount or clearing it also needs a second admin.
        {data?.isBinding === false && " It takes effect once the shop has two admins."}
      </p>
      {data !== undefined && <LimitForm limit={limit} present={limit.of(data)} />}
      <div className="mt-3.5">
        <LastChange kind={limit.act} />
      </div>
    </Card>
  );
}

function LimitForm({ limit, present }: { limit: Limit; present: number | null }) {
  const { draft, change, base, isDirty, isOutdated, reload } = useLiveDraft(present, typedOf);
  const form = useForm({
    values: draft,
    onChange: change,
    body: (typed) => ({ limit: typed.limit.trim() || null, seen: { limit: base } }),
    check: (body) => (isDirty ? problemsOf(limitBody, body) : nothingToSave),
    send: (body, send) => send<LimitAnswer>({ method: "PUT", path: limit.path, body }),
    onDone: ({ pending, limit: saved }) => {
      if (pending) {
        notify(texts.awaitingApproval);
        change(typedOf(present));
      } else {
        reload(saved);
        notify(`${limit.title} saved`, "success");
      }
      void queryClient.invalidateQueries(approvalsQuery);
    },
    onError: (error) => notify(errorText(error), "danger"),
  });
  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={form.submit}>
      {isOutdated && <Outdated what="this" onLoad={() => reload(present)} />}
      <TextField
        label="Amount (¢)"
        hint={limit.hint}
        inputMode="decimal"
        autoComplete="off"
        {...form.field("limit")}
      />
      <FormEnd form={isDirty ? form : { ...form, error: null }} variant="soft" className="self-start">
        Save
      </FormEnd>
    </form>
  );
}

function typedOf(limit: number | null) {
  return { limit: limit === null ? "" : plainCedis(pesewas(limit)) };
}
