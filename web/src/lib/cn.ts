import { clsx, type ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Class names, the later of two that contradict each other winning. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes));
}
