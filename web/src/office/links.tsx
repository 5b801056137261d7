import { createLink, Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { buttonVariants } from "../ui/button.tsx";

export function UserLink({ id, name, className }: { id: string; name: string; className?: string }) {
  return (
    <Link
      to="/admin/users/$id"
      params={{ id }}
      className={cn("relative font-bold underline-offset-4 hover:underline", tapArea, className)}
    >
      {name}
    </Link>
  );
}

/** Makes the touch target tall enough without making the line taller. */
const tapArea = "before:absolute before:-inset-x-1 before:-inset-y-3 before:content-[''] md:before:inset-0";

type ButtonLook = Omit<NonNullable<Parameters<typeof buttonVariants>[0]>, "className">;

/** A link that looks like a button: a small one with a border, if nothing else is said. */
export const ButtonLink = createLink(
  ({ variant = "outline", size = "sm", className = "", ...link }: ComponentProps<"a"> & ButtonLook) => (
    <a className={buttonVariants({ variant, size, className })} {...link} />
  ),
);

/** An underlined link in a line of its own, such as the value of a fact. */
export const TextLink = createLink(({ className, ...link }: ComponentProps<"a">) => (
  <a
    className={cn("inline-flex min-h-12 items-center text-primary underline underline-offset-3", className)}
    {...link}
  />
));
