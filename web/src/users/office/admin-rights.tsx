import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { parseCedis } from "#contract/terms/money.ts";
import { useForm, FormDialog, Form } from "../../ui/form.tsx";
import type { Problems } from "../../lib/problems.ts";
import { useCommand } from "../../lib/command.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Changes } from "../../ui/facts.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/field.tsx";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { OutcomeAlert } from "../../office/act-results.tsx";
import { changeAdmin } from "./change-user.tsx";
import { hasOtherAdmin, noOtherAdmin, OnServer } from "./delete-user.tsx";
import { type InviteAnswer, inviteBody } from "#contract/admin-invites.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { post } from "../../lib/api.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { PhoneField } from "../../ui/phone-field.tsx";

export function AdminRights({ user }: { user: UserRecord }) {
  const { data: approvals } = useQuery(approvalsQuery);
  // As it was at the tap: the question must not become another one while its answer is sent.
  const [asked, setAsked] = useState<ApprovalsAnswer>();
  const Question = asked !== undefined && lacksLimits(user, asked) ? SecondAdmin : Decision;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        disabled={approvals === undefined}
        onClick={() => setAsked(approvals)}
      >
        {user.isAdmin ? "Remove admin" : "Make admin"}
      </Button>
      {asked !== undefined && <Question user={user} approvals={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** Whether it begins to take two admins, and nobody has said yet above which amounts. */
function lacksLimits(user: UserRecord, { isBinding, limit, topupLimit }: ApprovalsAnswer): boolean {
  return !user.isAdmin && !isBinding && (limit === null || topupLimit === null);
}

interface Props {
  user: UserRecord;
  approvals: ApprovalsAnswer;
  onClose: () => void;
}

function Decision({ user, approvals, onClose }: Props) {
  const takesTwo = approvals.isBinding;
  // No other admin could approve it.
  const isForServer = takesTwo && !hasOtherAdmin(approvals, user);
  const isAdmin = !user.isAdmin;
  const change = useCommand({
    send: (_: void, send) => changeAdmin(user, isAdmin, send),
    onDone: onClose,
    onError: () => undefined,
  });
  return (
    <Confirm
      title={isAdmin ? `Make ${user.username} an admin?` : `Remove ${user.username} as an admin?`}
      confirm={change.isUnknown ? "Retry" : isAdmin ? "Yes, make admin" : "Yes, remove"}
      variant="destructive"
      busy={change.isBusy}
      why={isForServer && noOtherAdmin}
      onConfirm={() => change.send()}
      onClose={onClose}
    >
      {isAdmin && <AdminMay />}
      <Changes changes={levelChange(user)} />
      <p className="text-sm text-muted-foreground">{afterwards(isAdmin, takesTwo && !isForServer)}</p>
      {isForServer && <OnServer user={user} words={[isAdmin ? "make" : "demote"]} />}
      <OutcomeAlert error={change.error} />
    </Confirm>
  );
}

function levelChange({ isAdmin, userLevel }: UserRecord) {
  return [{ what: "Level", before: userLevel, after: isAdmin ? "Customer" : "Admin" }];
}

function afterwards(isAdmin: boolean, takesTwo: boolean): string {
  const then = isAdmin
    ? "They are signed out everywhere, and sign in again as an admin."
    : "They can no longer open the back office.";
  return takesTwo ? `Another admin must approve this first. ${then}` : then;
}

/** With the second admin, the amounts above which it takes both begin to bind. So they are asked for here. */
function SecondAdmin({ user, approvals: { limit: correctionLimit, topupLimit }, onClose }: Props) {
  const form = useForm({
    initial: { corrections: textOf(correctionLimit), topups: textOf(topupLimit) },
    check: ({ corrections, topups }) => ({
      ...problemOf("corrections", corrections),
      ...problemOf("topups", topups),
    }),
    send: async ({ corrections, topups }, send) => {
      const set = (path: string, limit: string, seen: number | null) =>
        Number(limit) === seen
          ? undefined
          : send({ method: "PUT", path, body: { limit: limit.trim(), seen: { limit: seen } } });
      await set("/extra/correction-limit", corrections, correctionLimit);
      await set("/extra/topup-limit", topups, topupLimit);
      await changeAdmin(user, true, send);
    },
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Make ${user.username} an admin?`}
      form={form}
      send="Make admin"
      isQuestion
      onClose={onClose}
    >
      <AdminMay />
      <Changes changes={levelChange(user)} />
      <p className="text-sm text-muted-foreground">
        {user.username} is the second admin. From now on these take both of you:
      </p>
      <TextField label="Corrections above (¢)" inputMode="decimal" {...form.field("corrections")} />
      <TextField label="A single top-up above (¢)" inputMode="decimal" {...form.field("topups")} />
      <p className="text-sm text-muted-foreground">{afterwards(true, false)}</p>
    </FormDialog>
  );
}

function textOf(limit: number | null): string {
  return limit === null ? "" : String(limit);
}

function problemOf(name: string, typed: string): Problems {
  return (parseCedis(typed.trim()) ?? 0) > 0 ? {} : { [name]: "Please enter an amount above zero" };
}

/** What a new admin may do, for whoever has to decide on it. */
function AdminMay() {
  return (
    <Alert variant="warning">
      <p className="font-semibold">An admin may</p>
      <ul className="list-disc pl-5">
        <li>approve top-ups, and credit and debit wallets</li>
        <li>complete and reject orders, and change prices</li>
        <li>change the payment details, and what messages say</li>
        <li>see every user’s name, phone number and history, ban and delete users</li>
      </ul>
    </Alert>
  );
}

/** Makes a link with which somebody registers as an admin. It is shown once. */
export function InviteAdmin() {
  const [made, setMade] = useState<InviteAnswer>();
  const form = useForm({
    schema: inviteBody,
    initial: { phone: "" },
    send: (body) => post<InviteAnswer>("/user/admin-invite", body),
    onDone: setMade,
  });
  const link = made && `${location.origin}/register#invite=${made.invite}`;
  return (
    <Form form={form} send="Make an invitation">
      <PhoneField label="Their phone number" required {...form.field("phone")} />
      {made !== undefined && link !== undefined && (
        <div role="status" className="flex flex-wrap items-center gap-2.5 rounded-lg bg-muted p-3.5">
          <code className="min-w-0 flex-1 text-sm break-all">{link}</code>
          <CopyButton value={link} what="invitation" />
          <p className="w-full text-sm text-muted-foreground">
            Send it to them alone. It works once, with this number, until {formatDateTime(made.expiresAt)}.
          </p>
        </div>
      )}
    </Form>
  );
}
