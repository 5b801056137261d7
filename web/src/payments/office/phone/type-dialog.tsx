import { useForm } from "../../../lib/form.ts";
import { post } from "../../../lib/api.ts";
import { cn } from "../../../lib/cn.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { Field, inputLook } from "../../../ui/field.tsx";
import { FormEnd } from "../../../ui/form-end.tsx";
import { notify } from "../../../lib/notifications.ts";
import { ResponsiveDialog } from "../../../ui/responsive-dialog.tsx";

/** Reads out a message of a network that the phone did not forward. */
export function TypeDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { message: "" },
    check: ({ message }) => (message.trim() === "" ? { message: "Please enter the message" } : {}),
    send: (body) => post("/payment/phone/message", body),
    onDone: () => {
      notify("The message is noted", "success");
      void queryClient.invalidateQueries({ queryKey: ["payments"] });
      onClose();
    },
  });
  return (
    <ResponsiveDialog title="Read out a message" isStatic onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
        <p className="text-sm text-muted-foreground">
          If the phone has a message of the network that is missing here, copy it word for word. It must
          follow the balance like any other. Whose payment it is, you say under Not matched.
        </p>
        <Field label="Message" error={form.problems["message"]}>
          {(parts) => (
            <textarea
              {...parts}
              className={cn(inputLook, "py-2.5 text-sm leading-relaxed")}
              spellCheck={false}
              rows={6}
              value={form.values.message}
              onChange={({ target }) => form.set({ message: target.value })}
            />
          )}
        </Field>
        <FormEnd form={form} onCancel={onClose}>
          Note it
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}
