import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** It has to know our own scales (styles.css): it would take text-s for a colour, and drop the colour beside it. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["xs", "s", "m", "l", "xl", "2xl"],
      radius: ["s", "m", "l", "xl", "full"],
      shadow: ["lift", "sheet", "bar"],
    },
  },
});

/** Class names, the later of two that contradict each other winning. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
