import { clsx, type ClassValue } from "clsx";

/**
 * Joins class names. A caller overrides a component's class with Tailwind's `!`. tailwind-merge would make that
 * unnecessary, but would cost every visitor 13 kB before the login.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
