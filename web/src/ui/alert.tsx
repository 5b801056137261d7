import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

export const softTones = {
  warning: "bg-warning-soft text-warning",
  destructive: "bg-destructive-soft text-destructive",
  success: "bg-success-soft text-success",
  info: "bg-info-soft text-info",
};

const alertVariants = cva("rounded-lg px-3.5 py-2.5 text-sm", {
  variants: { variant: softTones },
  defaultVariants: { variant: "warning" },
});

/** A warning inside the page. Callers add role="alert" to one that appears by itself. */
export function Alert({
  variant,
  className,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof alertVariants>) {
  return <div data-slot="alert" className={cn(alertVariants({ variant }), className)} {...props} />;
}

export function Problem({ text, ...look }: { text: string | undefined; className?: string }) {
  if (text === undefined) return null;
  return (
    <Alert variant="destructive" role="alert" {...look}>
      {text}
    </Alert>
  );
}
