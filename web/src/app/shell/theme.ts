import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

export type Theme = "system" | "light" | "dark";

export function chosenTheme(): Theme {
  const stored = readStored("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Applied at once here, and before the first paint of the next visit by the script in index.html. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") {
    removeStored("theme");
    delete document.documentElement.dataset["theme"];
  } else {
    writeStored("theme", theme);
    document.documentElement.dataset["theme"] = theme;
  }
}
