import { otpBody } from "#contract/payments.ts";
import { Form, useForm } from "../ui/form.tsx";
import { CodeField } from "../ui/field.tsx";

interface Props<Answer> {
  /** What the network says about its code. */
  said: string;
  send: (body: { otp: string }) => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

/** The code that a network gives a payer for one payment. */
export function CodeForm<Answer>({ said, send, onDone }: Props<Answer>) {
  const form = useForm({ schema: otpBody, initial: { otp: "" }, send, onDone });
  return (
    <Form form={form} send="Send the code">
      <CodeField
        label="Code"
        hint={said}
        inputMode="numeric"
        {...form.field("otp")}
        onValue={(text) => form.set({ otp: text.replace(/\D/g, "") })}
      />
    </Form>
  );
}
