import { clsx, type ClassValue } from "clsx";

/**
 * Class names. Where a caller overrides what a part has set, it says so with Tailwind's `!`: tailwind-merge would spare
 * that, and cost every visitor 13 kB before the login.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
