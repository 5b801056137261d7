import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { queryClient, getQuery } from "../lib/query-client.ts";
import {
  forgetPasswordBody,
  resetCodeBody,
  type ResetWays,
  resetByCodeBody,
  resetByCodeForm,
} from "#contract/password-resets.ts";
import { passwordTexts } from "#contract/password-texts.ts";
import { texts } from "#contract/terms/texts.ts";
import { errorText } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { Form, useForm } from "../ui/form.tsx";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Chip, Chips } from "../ui/chips.tsx";
import { AccountPhone, CodeField, TextField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";
import { NewPasswordFields } from "./password-reset.tsx";
import { useNavigate } from "@tanstack/react-router";
import { parse } from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { forgetSession } from "../lib/session.ts";

const SupportSheet = lazy(() => import("../settings/support-sheet.tsx"));

/** Ways on for somebody who cannot sign in. One file to load on demand, because each costs the login page some bytes. */
export default function SignInTrouble({
  what,
  onClose,
}: {
  what: "password" | "support";
  onClose: () => void;
}) {
  if (what === "password") return <ForgotPassword onClose={onClose} />;
  return (
    <QueryClientProvider client={queryClient}>
      <SupportSheet onClose={onClose}>
        You cannot sign in? Tell us your phone number and username, and we will help you to a new password.
      </SupportSheet>
    </QueryClientProvider>
  );
}

const names = { email: "Link", sms: "SMS", code: "I have a code" };
type Way = keyof typeof names;

const waysQuery = getQuery<ResetWays>(["reset ways"], "/user/forget-password");

/** Ways to a new password: those that the shop can send, and a code that support has read out. Loaded on demand. */
function ForgotPassword({ onClose }: { onClose: () => void }) {
  const { data: ways } = useQuery(waysQuery, queryClient);
  const [chosen, setChosen] = useState<Way>();
  const { email, sms } = ways ?? { email: true, sms: false };
  const shown: Way[] = [...(email ? ["email" as const] : []), ...(sms ? ["sms" as const] : []), "code"];
  const way = chosen ?? shown[0] ?? "code";
  return (
    <div className="collapse-in flex flex-col gap-4">
      <Chips label="Ways to a new password">
        {shown.map((each) => (
          <Chip key={each} on={each === way} onClick={() => setChosen(each)}>
            {names[each]}
          </Chip>
        ))}
      </Chips>
      {way === "email" && <EmailForm onClose={onClose} onOther={sms ? () => setChosen("sms") : undefined} />}
      {way === "sms" && <SmsForm onClose={onClose} />}
      {way === "code" && (
        <>
          {!email && !sms && (
            <Alert>
              This shop can send neither emails nor SMS. Contact support, who can read out a code.
            </Alert>
          )}
          <ResetByCode onClose={onClose} />
        </>
      )}
    </div>
  );
}

function EmailForm({ onClose, onOther }: { onClose: () => void; onOther: (() => void) | undefined }) {
  const form = useForm({
    schema: forgetPasswordBody,
    initial: { email: "" },
    send: (body) => post("/user/forget-password", body, { signedIn: false }),
    onDone: () => notify(texts.resetEmailSent, "success"),
    onError: (failure) => notify(errorText(failure), "danger"),
  });
  if (form.isDone) {
    return (
      <>
        <Alert variant="success" role="status">
          {texts.resetEmailSent}
        </Alert>
        <p className="text-sm text-muted-foreground">
          Nothing there after some minutes? Look among the spam, and check that you registered with this
          address. {onOther === undefined ? "Otherwise contact support." : "Otherwise get a code by SMS."}
        </p>
        {onOther !== undefined && (
          <Button variant="outline" className="w-full" onClick={onOther}>
            Get a code by SMS
          </Button>
        )}
        <Button variant="outline" className="w-full" onClick={onClose}>
          Back to login
        </Button>
      </>
    );
  }
  return (
    <Form form={form} send="Send Reset Email" className="gap-4" onCancel={onClose}>
      <TextField
        label="Email"
        hint="The address you registered with"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this form
        autoFocus
        required
        {...form.field("email")}
      />
    </Form>
  );
}

function SmsForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: resetCodeBody,
    initial: { phone: "" },
    send: (body) => post("/user/forget-password/sms", body, { signedIn: false }),
  });
  if (form.isDone) {
    return (
      <>
        <Alert role="status">{passwordTexts.resetCodeSent}</Alert>
        <ResetByCode phone={form.values.phone} onClose={onClose} />
      </>
    );
  }
  return (
    <Form form={form} send="Send code" className="gap-4" onCancel={onClose}>
      <AccountPhone hint="It gets a code by SMS" {...form.field("phone")} />
    </Form>
  );
}

/** Sets a new password with a code. `phone`: the number that it was just sent to. */
function ResetByCode({ phone = "", onClose }: { phone?: string; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    schema: resetByCodeForm,
    initial: { phone, code: "", password: "", confirmPassword: "" },
    send: (typed) => post("/user/reset-password", parse(resetByCodeBody, typed), { signedIn: false }),
    onDone: () => {
      notify(texts.passwordReset, "success");
      forgetSession("logout");
      onClose();
      void navigate({ to: "/", replace: true });
    },
  });
  return (
    <Form form={form} send="Set new password" className="gap-4" onCancel={onClose}>
      {phone === "" && <AccountPhone {...form.field("phone")} />}
      <CodeField
        label="Code"
        hint={`From our SMS or our support. It works for ${limits.proof_code_ms / 60_000} minutes.`}
        inputMode="numeric"
        required
        {...form.field("code")}
      />
      <NewPasswordFields {...form} />
    </Form>
  );
}
