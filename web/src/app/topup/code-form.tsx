import { useState } from "react";
import { otpBody } from "#api/contract/payments.ts";
import { useForm } from "../../lib/form.ts";
import { problemsOf } from "../../lib/problems.ts";
import { Field, Input } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";

interface Props<Answer> {
  /** What the network says about its code. */
  said: string;
  send: (body: { otp: string }) => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

/** The code that a network gives a payer for one payment. */
export function CodeForm<Answer>({ said, send, onDone }: Props<Answer>) {
  const [otp, setOtp] = useState("");
  const form = useForm({ check: () => problemsOf(otpBody, { otp }), send: () => send({ otp }), onDone });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <Field label="Code" hint={said} error={form.problems["otp"]}>
        {(parts) => (
          <Input
            {...parts}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={otp}
            onChange={({ target }) => setOtp(target.value.replace(/\D/g, ""))}
          />
        )}
      </Field>
      <FormEnd form={form}>Send the code</FormEnd>
    </form>
  );
}
