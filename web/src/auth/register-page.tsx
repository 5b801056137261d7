import { useMutation } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useState, type ComponentProps, type FormEvent } from "react";
import { parse } from "valibot";
import { registerBody, registerForm, type SessionRecord } from "#api/contract/sessions.ts";
import { phoneDigits } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { ApiError, errorText } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { problemsOf } from "../lib/problems.ts";
import { signIn } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
import { Field, Input } from "../ui/field.tsx";
import { PasswordInput } from "../ui/password-input.tsx";
import { GuestPage } from "./start/guest-page.tsx";

const blank = { username: "", phone: "", email: "", password: "", confirmPassword: "" };
type FieldName = keyof typeof blank;

const fields: { name: FieldName; label: string; input: ComponentProps<"input"> }[] = [
  {
    name: "username",
    label: "Username",
    input: { autoComplete: "nickname", autoCapitalize: "none", spellCheck: false },
  },
  { name: "phone", label: "Phone", input: { type: "tel", inputMode: "numeric", autoComplete: "username" } },
  { name: "email", label: "Email", input: { type: "email", autoComplete: "email", autoCapitalize: "none" } },
  { name: "password", label: "Password", input: { type: "password", autoComplete: "new-password" } },
  {
    name: "confirmPassword",
    label: "Confirm password",
    input: { type: "password", autoComplete: "new-password" },
  },
];

export function RegisterPage({ target }: { target: string }) {
  const router = useRouter();
  const [form, setForm] = useState(blank);
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const register = useMutation({
    // The form as the server stores it: name and email trimmed and in lower case, without the repeated password.
    mutationFn: (form: typeof blank) =>
      post<SessionRecord>("/user/register", parse(registerBody, form), { signedIn: false }),
    onSuccess: (session) => {
      signIn(session);
      router.history.replace(target);
    },
    onError: (error) => setProblems(error instanceof ApiError ? (error.answer.fields ?? {}) : {}),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (register.isPending) return;
    register.reset();
    const found = problemsOf(registerForm, form);
    setProblems(found);
    if (Object.keys(found).length === 0) register.mutate(form);
  };
  const alert = register.isError ? errorText(register.error) : alertFor(problems);

  return (
    <GuestPage title="Create Account">
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {fields.map(({ name, label, input }) => (
          <Field key={name} label={label} error={problems[name]}>
            {(parts) => {
              const Kind = input.type === "password" ? PasswordInput : Input;
              return (
                <Kind
                  {...input}
                  {...parts}
                  required
                  value={form[name]}
                  onChange={({ target: { value } }: { target: { value: string } }) =>
                    setForm({ ...form, [name]: name === "phone" ? phoneDigits(value) : value })
                  }
                />
              );
            }}
          </Field>
        ))}
        {alert !== undefined && (
          <Alert tone="bad" role="alert">
            {alert}
          </Alert>
        )}
        <Button type="submit" size="large" wide busy={register.isPending}>
          Register
        </Button>
      </form>
      <Link to="/" className={buttonLook({ look: "soft", wide: true })}>
        I have an account: Login
      </Link>
    </GuestPage>
  );
}

/** The specification's two alerts. Every other problem is shown at its field. */
function alertFor(problems: Partial<Record<string, string>>): string | undefined {
  const messages = Object.values(problems);
  return [texts.allFieldsRequired, texts.passwordsDiffer].find((text) => messages.includes(text));
}
