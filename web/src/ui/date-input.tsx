import { type ComponentProps, useState } from "react";
import { useIsTouch } from "../lib/media.ts";
import { Input } from "./field.tsx";

interface Props extends Omit<ComponentProps<"input">, "value" | "type" | "onError"> {
  type: "date" | "datetime-local";
  /** As the browser's own inputs have it: "2026-11-21" or "2026-11-21T10:42:05". */
  value: string;
  /** How it is shown and typed: 21/11/2026. */
  format: (value: string) => string;
  /** Undefined if the text is no date. */
  read: (typed: string) => string | undefined;
  /** Why a date cannot be chosen. */
  check?: (value: string) => string | undefined;
  onError: (error: string | undefined) => void;
  onValue: (value: string | undefined) => void;
}

/**
 * A date that is typed in the order of every date in the shop. A browser's own input has the order of its language, so
 * only a phone shows that one, for its wheel. An incomplete date is no value.
 */
export function DateInput({ type, value, format, read, check, onError, onValue, ...props }: Props) {
  const isTouch = useIsTouch();
  const shown = isTouch ? value : format(value);
  const [typed, setTyped] = useState(shown);
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    // What is being typed keeps its form, 1/2/2026, until the field is left.
    if (isTouch || read(typed.trim()) !== value) setTyped(shown);
  }
  if (isTouch) {
    return (
      <Input
        {...props}
        type={type}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === "" || target.validity.valid) onValue(target.value || undefined);
        }}
      />
    );
  }
  const change = (text: string) => {
    setTyped(text);
    onError(undefined);
    if (text.trim() === "") onValue(undefined);
    const found = read(text.trim());
    if (found !== undefined && check?.(found) === undefined) onValue(found);
  };
  const leave = () => {
    const found = read(typed.trim());
    if (found !== undefined) {
      onError(check?.(found));
      setTyped(format(found));
    } else if (typed.trim() !== "") onError(`Please write it as ${props.placeholder ?? format(value)}`);
  };
  return (
    <Input
      {...props}
      min={undefined}
      max={undefined}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => change(target.value)}
      onBlur={leave}
    />
  );
}
