import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
import { cn } from "../lib/cn.ts";
import { notify } from "../lib/notifications.ts";
import { useOnline } from "../lib/store.ts";

const variants = cva(
  "inline-flex items-center justify-center gap-2 rounded-lg font-semibold select-none transition-[filter,background-color] duration-150 hover:brightness-95 active:brightness-90 disabled:opacity-50 disabled:brightness-100 aria-disabled:opacity-50 aria-disabled:brightness-100",
  {
    variants: {
      variant: {
        default: "bg-primary text-primary-foreground",
        soft: "bg-accent text-accent-foreground",
        secondary: "bg-secondary text-secondary-foreground",
        outline: "border border-input bg-transparent text-foreground",
        ghost: "bg-transparent text-primary",
        destructive: "bg-destructive text-destructive-foreground",
        balance: "bg-balance-action text-balance-action-foreground",
        balanceSoft: "bg-balance-foreground/16 text-balance-foreground",
        bar: "bg-background/16 text-inherit",
      },
      size: {
        default: "min-h-12 px-4",
        lg: "min-h-14 px-5 text-lg",
        /** 48 px for touch, less for a mouse. */
        sm: "min-h-12 px-3 text-sm md:min-h-9 md:rounded-sm",
        pill: "relative min-h-9 rounded-full px-3 text-sm before:absolute before:-inset-1.5 before:content-['']",
        icon: "size-12 shrink-0 text-muted-foreground",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

type ButtonLook = VariantProps<typeof variants>;

/** The classes of a button, for links that look like one. */
export function buttonVariants({
  className,
  ...look
}: ButtonLook & { className?: string | undefined } = {}): string {
  return cn(variants(look), className);
}

/**
 * `busy` shows that its action is running, and stops a second tap. It keeps the keyboard's focus, which the browser takes
 * from a disabled button. `why`: what stops it. The button then only looks
 * disabled: a tap says why. The browser's own button: Base UI's would do no more
 * here, and costs 3 kB before the login.
 */
export function Button({
  variant,
  size,
  busy = false,
  why,
  className,
  children,
  disabled,
  type = "button",
  ...props
}: ComponentProps<"button"> & ButtonLook & { busy?: boolean; why?: string | false | undefined }) {
  const isStopped = typeof why === "string";
  return (
    <button
      type={type}
      data-slot="button"
      className={buttonVariants({ variant, size, className })}
      disabled={disabled}
      aria-busy={busy || undefined}
      {...props}
      {...(busy && { "aria-disabled": true, onClick: stop })}
      {...(isStopped && { "aria-disabled": true, onClick: () => notify(why) })}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />}
      {children}
    </button>
  );
}

function stop(event: MouseEvent): void {
  event.preventDefault();
}

/** A button for what needs a connection. Offline it says so, because no button is grey without a reason. */
export function OnlineButton({ disabled, children, ...props }: ComponentProps<typeof Button>) {
  const isOnline = useOnline();
  return (
    <Button {...props} disabled={disabled === true || !isOnline}>
      {children}
      {!isOnline && ": you are offline"}
    </Button>
  );
}
