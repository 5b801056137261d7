import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { parse } from "valibot";
import { registerBody, registerForm, type SessionRecord } from "#contract/sessions.ts";
import { texts } from "#contract/terms/texts.ts";
import { ownPath } from "../lib/address.ts";
import { errorText } from "../lib/api-error.ts";
import { useForm } from "../ui/form.tsx";
import type { Problems } from "../lib/problems.ts";
import { signIn } from "../lib/session.ts";
import { Alert, Problem } from "../ui/alert.tsx";
import { Button, buttonVariants } from "../ui/button.tsx";
import { AccountPhone, PasswordField, TextField } from "../ui/field.tsx";
import { GuestPage } from "./start/guest-page.tsx";

export function RegisterPage() {
  const { redirect } = useSearch({ from: "/register" });
  const router = useRouter();
  // In the part of the link that no server gets, and that the address keeps until the form is sent.
  const invite = new URLSearchParams(location.hash.slice(1)).get("invite") ?? undefined;
  const form = useForm({
    schema: registerForm,
    initial: { username: "", phone: "", email: "", password: "", confirmPassword: "" },
    // The form as the server stores it: name and email trimmed and in lower case, without the repeated password.
    send: (typed, send) =>
      send<SessionRecord>({
        method: "POST",
        path: "/user/register",
        body: parse(registerBody, { ...typed, ...(invite !== undefined && { invite }) }),
      }),
    onDone: (session) => {
      signIn(session);
      router.history.replace(ownPath(redirect));
    },
  });
  const alert = form.error === null ? alertFor(form.problems) : errorText(form.error);

  return (
    <GuestPage title={invite === undefined ? "Create Account" : "You are invited"}>
      {invite !== undefined && (
        <Alert variant="info" role="note">
          Register with the phone number that was invited, and you are an admin of this shop.
        </Alert>
      )}
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <TextField
          label="Username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field("username")}
        />
        <AccountPhone label="Phone" {...form.field("phone")} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          required
          {...form.field("email")}
        />
        <PasswordField label="Password" autoComplete="new-password" required {...form.field("password")} />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          required
          {...form.field("confirmPassword")}
        />
        <Problem text={alert} />
        <Button type="submit" size="lg" className="w-full" busy={form.isBusy}>
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
