import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import type { SessionRecord } from "#api/contract/sessions.ts";
import { defaultRoute, limits } from "#ledger/terms/limits.ts";
import { phoneDigits } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { post } from "../../lib/api.ts";
import { type Problems, useForm } from "../../lib/form.ts";
import { sessionEnd, signIn, type SessionEnd } from "../../lib/session.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { PasswordInput } from "../../ui/password-input.tsx";
import { GuestPage } from "./guest-page.tsx";

const ForgotPassword = lazy(() => import("../forgot-password.tsx"));

type LoginForm = { userPhone: string; password: string; code?: string };

export function LoginPage() {
  const [form, setForm] = useState<LoginForm>({ userPhone: "", password: "" });
  const login = useLogin(form);
  // The code field stays from its first request on, whatever the next answer is.
  const isCodeAsked = isCodeNeeded(login.error) || form.code !== undefined;
  if (isCodeAsked && form.code === undefined) setForm({ ...form, code: "" });

  return (
    <GuestPage title="Login">
      <WhySignedOut />
      <form
        noValidate
        className="flex flex-col gap-4"
        onFocus={() => void problemsOf({})}
        onSubmit={login.submit}
      >
        <LoginFields form={form} problems={login.problems} isCodeAsked={isCodeAsked} onForm={setForm} />
        {login.error !== null && (
          <Alert variant={isCodeNeeded(login.error) ? "info" : "destructive"} role="alert">
            {errorText(login.error)}
          </Alert>
        )}
        <Button type="submit" size="lg" className="w-full" busy={login.isBusy || login.isDone}>
          Login
        </Button>
      </form>
      <Forgotten />
      <Link to="/register" className={buttonVariants({ variant: "soft", className: "w-full" })}>
        Create Account
      </Link>
    </GuestPage>
  );
}

const whySignedOut = {
  logout: undefined,
  elsewhere: "You logged out in another tab.",
  midnight: "Every session ends at midnight. Please log in again.",
  banned: texts.banned,
  ended: "Your session has ended. Please log in again.",
} satisfies Record<SessionEnd, string | undefined>;

function WhySignedOut() {
  const text = whySignedOut[sessionEnd()];
  return text === undefined ? null : <Alert role="status">{text}</Alert>;
}

function LoginFields({
  form,
  problems,
  isCodeAsked,
  onForm: setForm,
}: {
  form: LoginForm;
  problems: Problems;
  isCodeAsked: boolean;
  onForm: (form: LoginForm) => void;
}) {
  return (
    <>
      <Field label="Phone" error={problems["userPhone"]}>
        {(parts) => (
          <Input
            {...parts}
            type="tel"
            inputMode="numeric"
            autoComplete="username"
            required
            value={form.userPhone}
            onChange={({ target }) => setForm({ ...form, userPhone: phoneDigits(target.value) })}
          />
        )}
      </Field>
      <Field label="Password" error={problems["password"]}>
        {(parts) => (
          <PasswordInput
            {...parts}
            autoComplete="current-password"
            required
            value={form.password}
            onChange={({ target }) => setForm({ ...form, password: target.value })}
          />
        )}
      </Field>
      {isCodeAsked && (
        <Field
          label="Code"
          hint="From your authenticator app, or one of your recovery codes"
          error={problems["code"]}
        >
          {(parts) => (
            <Input
              {...parts}
              autoComplete="one-time-code"
              autoFocus
              value={form.code ?? ""}
              onChange={({ target }) => setForm({ ...form, code: target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Forgotten() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        className="-my-2 min-h-12 self-center rounded-lg px-3 text-sm font-semibold text-primary"
        onClick={() => setOpen(!isOpen)}
      >
        Forgot your password?
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ForgotPassword onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Signs in, shows the success message, and continues after the specification's two seconds. The home page's code loads
 * meanwhile.
 */
function useLogin(form: LoginForm) {
  const navigate = useNavigate();
  const router = useRouter();
  const login = useForm({
    check: () => problemsOf(form),
    send: () => post<SessionRecord>("/user/login", form, { signedIn: false }),
    onDone: (session) => {
      signIn(session);
      notify(texts.loginSuccessful, "success");
      void router.preloadRoute({ to: defaultRoute });
    },
    onError: (error) => notify(errorText(error), isCodeNeeded(error) ? "warning" : "danger"),
  });
  useEffect(() => {
    if (!login.isDone) return;
    const timer = setTimeout(
      () => void navigate({ to: defaultRoute, replace: true }),
      limits.login_redirect_ms,
    );
    return () => clearTimeout(timer);
  }, [login.isDone, navigate]);
  return login;
}

/** Whether the password was right and a second factor is needed. */
function isCodeNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.answer.code === "second_factor_needed";
}

/** Loads the rules on the first input, not with the page. If they cannot be loaded, the server checks the form. */
async function problemsOf(form: unknown): Promise<Problems> {
  const rules = await import("../login-rules.ts").catch(() => undefined);
  return rules?.loginProblems(form) ?? {};
}
