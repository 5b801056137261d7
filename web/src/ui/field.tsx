import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { phoneDigits } from "#contract/terms/phone.ts";
import { cn } from "../lib/cn.ts";

interface FieldParts {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

interface Props {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A label, an input, and below it an error or a hint. Other props are the input's own, and are passed on to it. */
export function Field({
  label,
  hint,
  error,
  children,
  ...own
}: Props & { children: (input: FieldParts) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-muted-foreground">
        {label}
      </label>
      {children({
        ...own,
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <p
          id={noteId}
          className={cn(
            "text-sm",
            error === undefined ? "text-muted-foreground" : "font-medium text-destructive",
          )}
        >
          {note}
        </p>
      )}
    </div>
  );
}

/** The classes of an input, for other elements that look like one. */
export const inputLook =
  "w-full min-w-0 min-h-12 rounded-lg border-[1.5px] border-input bg-card px-3.5 text-foreground focus:border-primary focus:outline-none focus-visible:ring-2 focus-visible:ring-ring/40 aria-invalid:border-destructive read-only:bg-muted disabled:opacity-60";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input data-slot="input" className={cn(inputLook, className)} {...props} />;
}

/** The browser offers what was typed elsewhere only where a field asks for it: few fields of a shop are about oneself. */
export function TextField({
  onValue,
  ...field
}: Omit<ComponentProps<"input">, "value" | "onChange" | "children"> &
  Props & { value: string; onValue: (value: string) => void }) {
  return (
    <Field {...field}>
      {(input) => <Input autoComplete="off" {...input} onChange={({ target }) => onValue(target.value)} />}
    </Field>
  );
}

/**
 * A field with a password, the current one unless `autoComplete` says that it is new. It can show its text: hidden typing
 * on a small phone causes most failed logins.
 */
export function PasswordField({ onValue, ...field }: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(input) => (
        <div className="relative">
          <Input
            type={isShown ? "text" : "password"}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            className="pr-20"
            {...input}
            onChange={({ target }) => onValue(target.value)}
          />
          <button
            type="button"
            aria-pressed={isShown}
            className="absolute inset-y-0 right-0 min-w-16 rounded-lg px-3 text-sm font-semibold text-primary"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </Field>
  );
}

/** A code that was sent, or that an app shows. */
export function CodeField(field: ComponentProps<typeof TextField>) {
  return <TextField autoComplete="one-time-code" {...field} />;
}

/** The phone number with which somebody signs in. Only its digits are kept. */
export function AccountPhone({
  label = "Phone of your account",
  onValue,
  ...field
}: Omit<ComponentProps<typeof TextField>, "label"> & { label?: string }) {
  return (
    <TextField
      label={label}
      type="tel"
      inputMode="numeric"
      autoComplete="username"
      required
      {...field}
      onValue={(text) => onValue(phoneDigits(text))}
    />
  );
}

export function FileInput(field: Props & Omit<ComponentProps<"input">, "type" | "children">) {
  return (
    <Field {...field}>
      {(input) => (
        <input
          type="file"
          className="min-h-12 w-full min-w-0 rounded-lg text-sm file:mr-3 file:min-h-12 file:rounded-lg file:border-0 file:bg-muted file:px-3.5 file:font-semibold file:text-foreground"
          {...input}
        />
      )}
    </Field>
  );
}
