import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { parse } from "valibot";
import { resetByCodeBody, resetByCodeForm } from "#api/contract/password-resets.ts";
import { limits } from "#ledger/terms/limits.ts";
import { phoneDigits } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { post } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { problemsOf } from "../lib/problems.ts";
import { forgetSession } from "../lib/session.ts";
import { Field, Input } from "../ui/field.tsx";
import { FormEnd } from "../ui/form-end.tsx";
import { notify } from "../ui/notifications.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";

/** Sets a new password with a code. `phone`: the number that it was just sent to. */
export function ResetByCode({ phone = "", onClose }: { phone?: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [form, setForm] = useState({ phone, code: "", password: "", confirmPassword: "" });
  const { problems, submit, ...attempt } = useForm({
    check: () => problemsOf(resetByCodeForm, form),
    send: () => post("/user/reset-password", parse(resetByCodeBody, form), { signedIn: false }),
    onDone: () => {
      notify(texts.passwordReset, "success");
      forgetSession("logout");
      onClose();
      void navigate({ to: "/", replace: true });
    },
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {phone === "" && (
        <Field label="Phone of your account" error={problems["phone"]}>
          {(parts) => (
            <Input
              {...parts}
              type="tel"
              inputMode="numeric"
              autoComplete="username"
              required
              value={form.phone}
              onChange={({ target }) => setForm({ ...form, phone: phoneDigits(target.value) })}
            />
          )}
        </Field>
      )}
      <Field
        label="Code"
        hint={`From our SMS or our support. It works for ${limits.proof_code_ms / 60_000} minutes.`}
        error={problems["code"]}
      >
        {(parts) => (
          <Input
            {...parts}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={form.code}
            onChange={({ target }) => setForm({ ...form, code: target.value })}
          />
        )}
      </Field>
      <NewPasswordFields
        form={form}
        problems={problems}
        onChange={(change) => setForm({ ...form, ...change })}
      />
      <FormEnd form={attempt} onCancel={onClose}>
        Set new password
      </FormEnd>
    </form>
  );
}
