import { Link, useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { parse } from "valibot";
import { registerBody, registerForm, type SessionRecord } from "#api/contract/sessions.ts";
import { phoneDigits } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { errorText } from "../lib/api-error.ts";
import { useForm } from "../lib/form.ts";
import type { Problems } from "../lib/problems.ts";
import { signIn } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonVariants } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { GuestPage } from "./start/guest-page.tsx";

const blank = { username: "", phone: "", email: "", password: "", confirmPassword: "" };
type FieldName = keyof typeof blank;

const newPassword = { autoComplete: "new-password" };

const fields: {
  name: FieldName;
  label: string;
  input: Omit<ComponentProps<"input">, "value">;
  Kind?: typeof TextField;
}[] = [
  {
    name: "username",
    label: "Username",
    input: { autoComplete: "nickname", autoCapitalize: "none", spellCheck: false },
  },
  { name: "phone", label: "Phone", input: { type: "tel", inputMode: "numeric", autoComplete: "username" } },
  { name: "email", label: "Email", input: { type: "email", autoComplete: "email", autoCapitalize: "none" } },
  { name: "password", label: "Password", input: newPassword, Kind: PasswordField },
  { name: "confirmPassword", label: "Confirm password", input: newPassword, Kind: PasswordField },
];

export function RegisterPage({ target }: { target: string }) {
  const router = useRouter();
  const { problems, error, isBusy, submit, field } = useForm({
    schema: registerForm,
    initial: blank,
    // The form as the server stores it: name and email trimmed and in lower case, without the repeated password.
    send: (form, send) =>
      send<SessionRecord>({ method: "POST", path: "/user/register", body: parse(registerBody, form) }),
    onDone: (session) => {
      signIn(session);
      router.history.replace(target);
    },
  });
  const alert = error === null ? alertFor(problems) : errorText(error);

  return (
    <GuestPage title="Create Account">
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {fields.map(({ name, label, input, Kind = TextField }) => {
          const { onValue, ...given } = field(name);
          return (
            <Kind
              key={name}
              label={label}
              {...input}
              required
              {...given}
              onValue={(text) => onValue(name === "phone" ? phoneDigits(text) : text)}
            />
          );
        })}
        {alert !== undefined && (
          <Alert variant="destructive" role="alert">
            {alert}
          </Alert>
        )}
        <Button type="submit" size="lg" className="w-full" busy={isBusy}>
          Register
        </Button>
      </form>
      <Link to="/" className={buttonVariants({ variant: "soft", className: "w-full" })}>
        I have an account: Login
      </Link>
    </GuestPage>
  );
}

/** The specification's two alerts. Every other problem is shown at its field. */
function alertFor(problems: Problems): string | undefined {
  const messages = Object.values(problems);
  return [texts.allFieldsRequired, texts.passwordsDiffer].find((text) => messages.includes(text));
}
