import { useState, type ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { Input } from "./field.tsx";

/** A password field that can show its text. Hidden typing on a small phone causes most failed logins. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        className={cn("pr-20", className)}
        {...rest}
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
  );
}
