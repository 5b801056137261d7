import { readStored, removeStored, writeStored } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const chosen = createStore<Theme>(stored());
const isDarkSystem = matchMedia("(prefers-color-scheme: dark)");

/** The chosen theme. The script in index.html applies it before the first paint of the next visit. */
export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  return [useStore(chosen), choose];
}

/** Keeps data-theme up to date with the system's theme and with other tabs. */
export function followTheme(): void {
  isDarkSystem.addEventListener("change", apply);
  addEventListener("storage", ({ key }) => {
    if (key !== "theme" && key !== null) return;
    chosen.set(stored());
    apply();
  });
}

function choose(theme: Theme): void {
  if (theme === "system") removeStored("theme");
  else writeStored("theme", theme);
  chosen.set(theme);
  apply();
}

function apply(): void {
  const system = isDarkSystem.matches ? "dark" : "light";
  document.documentElement.dataset["theme"] = chosen.get() === "system" ? system : chosen.get();
}

function stored(): Theme {
  const value = readStored("theme");
  return themes.find((theme) => theme === value) ?? "system";
}
