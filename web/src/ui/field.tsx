import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "../lib/cn.ts";

/** The props that a field passes to its input. */
export interface FieldParts {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

/** A label, an input, and below it an error or a hint. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (parts: FieldParts) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-s font-medium text-ink-2">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <p id={noteId} className={cn("text-s", error === undefined ? "text-ink-3" : "font-medium text-bad")}>
          {note}
        </p>
      )}
    </div>
  );
}

export const inputLook =
  "w-full min-w-0 min-h-12 rounded-m border-[1.5px] border-edge/60 bg-card px-3.5 text-ink focus:border-accent focus:outline-none focus-visible:ring-2 focus-visible:ring-accent/40 aria-invalid:border-bad read-only:bg-fill disabled:opacity-60";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cn(inputLook, className)} {...rest} />;
}
