import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from "react";
import type { SessionRecord } from "#api/contract/sessions.ts";
import { defaultRoute, limits } from "#ledger/terms/limits.ts";
import { phoneDigits } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { post } from "../../lib/api.ts";
import { sessionEnd, signIn, type SessionEnd } from "../../lib/session.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { PasswordInput } from "../../ui/password-input.tsx";
import { GuestPage } from "./guest-page.tsx";

const ForgotPassword = lazy(() => import("../forgot-password.tsx"));

type LoginForm = { userPhone: string; password: string; code?: string };

export function LoginPage() {
  const [form, setForm] = useState<LoginForm>({ userPhone: "", password: "" });
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const login = useLogin();
  const isCodeAsked = isCodeNeeded(login.error) || form.code !== undefined;
  const isChecking = useRef(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking.current || login.isPending || login.isSuccess) return;
    isChecking.current = true;
    const problems = await problemsOf(form);
    isChecking.current = false;
    setErrors(problems);
    if (Object.keys(problems).length === 0) login.mutate(form);
    // The code field stays from now on, whatever the next answer is.
    if (isCodeAsked) setForm({ ...form, code: form.code ?? "" });
  };

  return (
    <GuestPage title="Login">
      <WhySignedOut />
      <form
        noValidate
        className="flex flex-col gap-4"
        onFocus={() => void problemsOf({})}
        onSubmit={(event) => void submit(event)}
      >
        <LoginFields form={form} errors={errors} isCodeAsked={isCodeAsked} onForm={setForm} />
        {login.isError && (
          <Alert tone={isCodeNeeded(login.error) ? "work" : "bad"} role="alert">
            {errorText(login.error)}
          </Alert>
        )}
        <Button type="submit" size="large" wide busy={login.isPending || login.isSuccess}>
          Login
        </Button>
      </form>
      <Forgotten />
      <Link to="/register" className={buttonLook({ look: "soft", wide: true })}>
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
  errors,
  isCodeAsked,
  onForm: setForm,
}: {
  form: LoginForm;
  errors: Partial<Record<string, string>>;
  isCodeAsked: boolean;
  onForm: (form: LoginForm) => void;
}) {
  return (
    <>
      <Field label="Phone" error={errors["userPhone"]}>
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
      <Field label="Password" error={errors["password"]}>
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
          error={errors["code"]}
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
        className="-my-2 min-h-12 self-center rounded-m px-3 text-s font-semibold text-accent"
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
function useLogin() {
  const navigate = useNavigate();
  const router = useRouter();
  const login = useMutation({
    mutationFn: (form: LoginForm) => post<SessionRecord>("/user/login", form, { signedIn: false }),
    onSuccess: (session) => {
      signIn(session);
      notify(texts.loginSuccessful, "success");
      void router.preloadRoute({ to: defaultRoute });
    },
    onError: (error) => notify(errorText(error), isCodeNeeded(error) ? "warning" : "danger"),
  });
  useEffect(() => {
    if (!login.isSuccess) return;
    const timer = setTimeout(
      () => void navigate({ to: defaultRoute, replace: true }),
      limits.login_redirect_ms,
    );
    return () => clearTimeout(timer);
  }, [login.isSuccess, navigate]);
  return login;
}

/** Whether the password was right and a second factor is needed. */
function isCodeNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.answer.code === "second_factor_needed";
}

/** Loads the rules on the first input, not with the page. If they cannot be loaded, the server checks the form. */
async function problemsOf(form: unknown): Promise<Partial<Record<string, string>>> {
  const rules = await import("../login-rules.ts").catch(() => undefined);
  return rules?.loginProblems(form) ?? {};
}
