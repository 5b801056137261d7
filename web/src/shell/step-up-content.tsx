import { useState } from "react";
import type { ChangeRecord } from "#contract/audit.ts";
import { limits } from "#contract/terms/limits.ts";
import { post } from "../lib/api.ts";
import { useForm, FormDialog } from "../ui/form.tsx";
import { Button } from "../ui/button.tsx";
import { Changes } from "../ui/facts.tsx";
import { CodeField, PasswordField } from "../ui/field.tsx";

const asked = {
  password: { empty: "Please enter your password", other: "Use a code of the authenticator app" },
  code: { empty: "Please enter the code", other: "Use the password" },
} as const;

export default function StepUpContent({
  changes,
  onAnswer,
}: {
  changes: readonly ChangeRecord[];
  onAnswer: (isProved: boolean) => void;
}) {
  const [kind, setKind] = useState<keyof typeof asked>("password");
  const form = useForm({
    initial: { password: "", code: "" },
    check: (typed) => (typed[kind] === "" ? { [kind]: asked[kind].empty } : {}),
    send: (typed) => post<{ message: string }>("/user/step-up", { [kind]: typed[kind] }),
    onDone: () => onAnswer(true),
  });
  const cancel = () => onAnswer(false);
  const change = () => {
    setKind(kind === "password" ? "code" : "password");
    form.set({ password: "", code: "" });
    form.forget();
  };
  return (
    <FormDialog title="Confirm that it is you" form={form} send="Confirm" isQuestion onClose={cancel}>
      {changes.length > 0 && <Changes changes={changes} />}
      <p className="text-sm text-muted-foreground">
        It counts for {limits.step_up_ms / 60_000} minutes on this device.
      </p>
      {kind === "password" ? (
        <PasswordField label="Your password" {...form.field("password")} />
      ) : (
        <CodeField label="Code from the app, or a recovery code" {...form.field("code")} />
      )}
      <Button type="button" variant="ghost" className="self-start" onClick={change}>
        {asked[kind].other}
      </Button>
    </FormDialog>
  );
}
