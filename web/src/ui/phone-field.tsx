import { useLayoutEffect, useRef, type ComponentProps } from "react";
import { groupPhone, phoneDigits } from "#contract/terms/phone.ts";
import { Field, Input, type TextField } from "./field.tsx";

export function PhoneField({ value, onValue, ...field }: Omit<ComponentProps<typeof TextField>, "type">) {
  return <Field {...field}>{(input) => <PhoneInput {...input} value={value} onDigits={onValue} />}</Field>;
}

/** Shows a phone number in groups (024 412 3456) but keeps only its digits. The caret stays at its digit. */
export function PhoneInput({
  value,
  onDigits,
  ...rest
}: Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  value: string;
  onDigits: (digits: string) => void;
}) {
  const ref = useRef<HTMLInputElement>(null);
  const digitsBeforeCaret = useRef<number | null>(null);
  const shown = groupPhone(value);

  useLayoutEffect(() => {
    const input = ref.current;
    if (input === null || digitsBeforeCaret.current === null || document.activeElement !== input) return;
    const caret = caretAfter(input.value, digitsBeforeCaret.current);
    input.setSelectionRange(caret, caret);
    digitsBeforeCaret.current = null;
  });

  return (
    <Input
      ref={ref}
      type="tel"
      inputMode="numeric"
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        const caret = target.selectionStart ?? target.value.length;
        digitsBeforeCaret.current = phoneDigits(target.value.slice(0, caret)).length;
        onDigits(phoneDigits(target.value));
      }}
      {...rest}
    />
  );
}

function caretAfter(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (seen === digits) return at;
    if (text[at] !== " ") seen += 1;
  }
  return text.length;
}
