import { clsx, type ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names. Of two classes for the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes));
}

/** Props of a part of Base UI, whose classes may also be a function there. */
export type Styled<Props> = Omit<Props, "className"> & { className?: string | undefined };
