import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { type FormEvent, lazy, Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { SessionRecord } from "#contract/sessions.ts";
import { pricesRoute } from "#contract/public-pages.ts";
import { defaultRoute, limits } from "#contract/terms/limits.ts";
import { texts } from "#contract/terms/texts.ts";
import { ApiError, errorText, isCode } from "../../lib/api-error.ts";
import { post } from "../../lib/api.ts";
import type { Problems } from "../../lib/problems.ts";
import { sessionEnd, signIn, type SessionEnd } from "../../lib/session.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { showFirst, notify } from "../../lib/notifications.ts";
import { AccountPhone, CodeField, PasswordField } from "../../ui/field.tsx";
import { GuestPage } from "./guest-page.tsx";

const SignInTrouble = lazy(() => import("../sign-in-trouble.tsx"));

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
      <Troubles />
      <Link to="/register" className={buttonVariants({ variant: "soft", className: "w-full" })}>
        Create Account
      </Link>
      {/* The server writes it: it needs no script. */}
      <a
        href={pricesRoute}
        className="-my-2 grid min-h-12 place-items-center text-sm font-semibold text-primary"
      >
        What we sell
      </a>
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

interface LoginFieldsProps {
  form: LoginForm;
  problems: Problems;
  isCodeAsked: boolean;
  onForm: (form: LoginForm) => void;
}

function LoginFields({ form, problems, isCodeAsked, onForm: setForm }: LoginFieldsProps) {
  return (
    <>
      <AccountPhone
        label="Phone"
        error={problems["userPhone"]}
        value={form.userPhone}
        onValue={(userPhone) => setForm({ ...form, userPhone })}
      />
      <PasswordField
        label="Password"
        error={problems["password"]}
        required
        value={form.password}
        onValue={(password) => setForm({ ...form, password })}
      />
      {isCodeAsked && (
        <CodeField
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          error={problems["code"]}
          autoFocus
          value={form.code ?? ""}
          onValue={(code) => setForm({ ...form, code })}
        />
      )}
    </>
  );
}

const troubles = { password: "Forgot your password?", support: "Contact support" } as const;

/** Ways on for somebody who cannot sign in: forgotten, banned, or without their second factor. */
function Troubles() {
  const [open, setOpen] = useState<keyof typeof troubles>();
  return (
    <>
      <div className="-my-2 flex flex-wrap justify-center">
        {(["password", "support"] as const).map((what) => (
          <button
            key={what}
            type="button"
            aria-expanded={open === what}
            className="min-h-12 rounded-lg px-3 text-sm font-semibold text-primary"
            onClick={() => setOpen(open === what ? undefined : what)}
          >
            {troubles[what]}
          </button>
        ))}
      </div>
      {open && (
        <Suspense fallback={null}>
          <SignInTrouble what={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface Outcome {
  isBusy: boolean;
  isDone: boolean;
  error: unknown;
  problems: Problems;
}

const none: Outcome = { isBusy: false, isDone: false, error: null, problems: {} };

/**
 * Signs in and continues after the specification's two seconds. The home page's code loads meanwhile. This form does not
 * use ui/form.tsx, because the login page works without the libraries of the rules and of the cache.
 */
function useLogin(form: LoginForm) {
  const navigate = useNavigate();
  const router = useRouter();
  const [outcome, setOutcome] = useState(none);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (outcome.isBusy) return;
    setOutcome({ ...none, isBusy: true });
    const element = event.currentTarget;
    void logIn(form).then((now) => {
      flushSync(() => setOutcome(now));
      showFirst(now.problems, element);
      if (now.isDone) void router.preloadRoute({ to: defaultRoute });
    });
  };
  useEffect(() => {
    if (!outcome.isDone) return;
    const timer = setTimeout(
      () => void navigate({ to: defaultRoute, replace: true }),
      limits.login_redirect_ms,
    );
    return () => clearTimeout(timer);
  }, [outcome.isDone, navigate]);
  return { ...outcome, submit };
}

async function logIn(form: LoginForm): Promise<Outcome> {
  const problems = await problemsOf(form);
  if (Object.keys(problems).length > 0) return { ...none, problems };
  try {
    signIn(await post<SessionRecord>("/user/login", form, { signedIn: false }));
    notify(texts.loginSuccessful, "success");
    return { ...none, isDone: true };
  } catch (error) {
    notify(errorText(error), isCodeNeeded(error) ? "warning" : "danger");
    return { ...none, error, problems: (error instanceof ApiError && error.answer.fields) || {} };
  }
}

/** Whether the password was right and a second factor is needed. */
function isCodeNeeded(error: unknown): boolean {
  return isCode(error, "second_factor_needed");
}

/** Loads the rules on the first input, not with the page. If they cannot be loaded, the server checks the form. */
async function problemsOf(form: unknown): Promise<Problems> {
  const rules = await import("../login-rules.ts").catch(() => undefined);
  return rules?.loginProblems(form) ?? {};
}
