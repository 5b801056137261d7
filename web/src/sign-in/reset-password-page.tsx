import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { type ResetLinkAnswer, resetPasswordForm } from "#contract/password-resets.ts";
import { texts } from "#contract/terms/texts.ts";
import { ApiError, errorText, isCode } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { useForm, ErrorAlert } from "../ui/form.tsx";
import { getQuery, queryClient } from "../lib/query-client.ts";
import { forgetSession } from "../lib/session.ts";
import { Problem } from "../ui/alert.tsx";
import { Button, buttonVariants } from "../ui/button.tsx";
import { AccountPhone } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";
import { NewPasswordFields } from "./password-reset.tsx";
import { GuestPage } from "./start/guest-page.tsx";

const SignInTrouble = lazy(() => import("./sign-in-trouble.tsx"));

/** The page behind the link of a reset email. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: "/reset-password/$token" });
  const navigate = useNavigate();
  const path = `/user/reset-password/${encodeURIComponent(token)}`;
  const { data, error } = useQuery(getQuery<ResetLinkAnswer>(["reset link", token], path), queryClient);
  // What the form was told counts too: the link may have ended meanwhile.
  const [told, setTold] = useState<string>();
  const [isOther, setOther] = useState(false);
  const isDead = isCode(error, "reset_link_invalid") || told === "reset_link_invalid";
  const toLogin = () => void navigate({ to: "/", replace: true });
  return (
    <GuestPage title="Reset password">
      <Problem text={isDead ? texts.resetLinkInvalid : undefined} />
      {isDead || isOther ? (
        <Suspense fallback={null}>
          <SignInTrouble what="password" onClose={isDead ? toLogin : () => setOther(false)} />
        </Suspense>
      ) : (
        <LinkForm
          path={path}
          needsPhone={data?.needsPhone === true || told === "reset_phone_needed"}
          onRefused={setTold}
          onDone={toLogin}
          onOther={() => setOther(true)}
        />
      )}
      <Link to="/" className={buttonVariants({ variant: "soft", className: "w-full" })}>
        Back to login
      </Link>
    </GuestPage>
  );
}

interface LinkFormProps {
  path: string;
  needsPhone: boolean;
  onRefused: (code: string) => void;
  onDone: () => void;
  onOther: () => void;
}

function LinkForm({ path, needsPhone, onRefused, onDone, onOther }: LinkFormProps) {
  const form = useForm({
    schema: resetPasswordForm,
    initial: { phone: "", password: "", confirmPassword: "" },
    body: ({ phone, ...passwords }) => ({ ...passwords, ...(needsPhone && { phone }) }),
    send: ({ confirmPassword: _, ...body }) => post(path, body, { signedIn: false }),
    onDone: () => {
      notify(texts.passwordReset, "success");
      // The reset has ended all sessions of the account, also the one on this device.
      forgetSession("logout");
      onDone();
    },
    onError: (failure) => {
      notify(textOf(failure), "danger");
      if (failure instanceof ApiError) onRefused(failure.answer.code);
    },
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      {needsPhone && (
        <AccountPhone
          hint="So that nobody else can use a link that went to a mistyped address"
          {...form.field("phone")}
        />
      )}
      <NewPasswordFields {...form} />
      <ErrorAlert error={form.error} textOf={textOf} />
      <Button type="submit" size="lg" className="w-full" busy={form.isBusy || form.isDone}>
        Reset password
      </Button>
      <button
        type="button"
        className="-my-2 min-h-12 self-center rounded-lg px-3 text-sm font-semibold text-primary"
        onClick={onOther}
      >
        Use a code instead
      </button>
    </form>
  );
}

function textOf(error: Error): string {
  return errorText(error, texts.errorResettingPassword);
}
