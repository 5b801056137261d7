import { useNavigate } from "@tanstack/react-router";
import { parse } from "valibot";
import { resetByCodeBody, resetByCodeForm } from "#contract/password-resets.ts";
import { limits } from "#contract/terms/limits.ts";
import { texts } from "#contract/terms/texts.ts";
import { post } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { forgetSession } from "../lib/session.ts";
import { TextField } from "../ui/field.tsx";
import { FormEnd } from "../ui/form-end.tsx";
import { notify } from "../lib/notifications.ts";
import { AccountPhone } from "./account-phone.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";

/** Sets a new password with a code. `phone`: the number that it was just sent to. */
export function ResetByCode({ phone = "", onClose }: { phone?: string; onClose: () => void }) {
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
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      {phone === "" && <AccountPhone {...form.field("phone")} />}
      <TextField
        label="Code"
        hint={`From our SMS or our support. It works for ${limits.proof_code_ms / 60_000} minutes.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.field("code")}
      />
      <NewPasswordFields {...form} />
      <FormEnd form={form} onCancel={onClose}>
        Set new password
      </FormEnd>
    </form>
  );
}
