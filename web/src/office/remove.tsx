import { useState, type ReactNode } from "react";
import { errorText } from "../lib/api-error.ts";
import { queryClient } from "../lib/query-client.ts";
import { useCommand } from "../lib/command.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { notify } from "../lib/notifications.ts";
import { ErrorAlert } from "../ui/form.tsx";

interface Props {
  /** What the button says. */
  name: string;
  title: string;
  path: string;
  /** The first part of the query keys of the affected lists. */
  lists: string;
  /** The specification's text for a failure. */
  failure: string;
  onDone?: () => void;
  children: ReactNode;
}

/** Removes decided rows from the lists. They and their movements stay in the log. */
export function Remove({ name, title, path, lists, failure, onDone, children }: Props) {
  const [isAsked, setAsked] = useState(false);
  const remove = useCommand({
    send: (_: void, send) => send<{ message: string }>({ method: "DELETE", path }),
    onDone: ({ message }) => {
      notify(message, "success");
      setAsked(false);
      onDone?.();
      void queryClient.invalidateQueries({ queryKey: [lists] });
    },
    onError: () => notify(failure, "danger"),
  });
  return (
    <>
      <Button variant="ghost" size="sm" className="text-destructive" onClick={() => setAsked(true)}>
        {name}
      </Button>
      {isAsked && (
        <Confirm
          title={title}
          confirm="Yes, remove"
          variant="destructive"
          busy={remove.isBusy}
          onConfirm={() => remove.send()}
          onClose={() => setAsked(false)}
        >
          <p className="text-sm text-muted-foreground">{children}</p>
          <ErrorAlert error={remove.error} textOf={(error) => `${failure}: ${errorText(error)}`} />
        </Confirm>
      )}
    </>
  );
}
