import { LogOut, Moon, Sun, SunMoon } from "lucide-react";
import { useState } from "react";
import { Menu, menuItemLook } from "../../ui/menu.tsx";
import { signOut } from "../../auth/sign-out.ts";
import { Mark, useShopName } from "./brand.tsx";
import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

const themes = [
  { theme: "system", text: "System theme", Icon: SunMoon },
  { theme: "light", text: "Light", Icon: Sun },
  { theme: "dark", text: "Dark", Icon: Moon },
] as const;

/** The logo with its menu: theme and Logout. */
export function LogoMenu() {
  const shop = useShopName();
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <Menu
      // The name shrinks before the bar wraps.
      className="min-w-12 flex-[1_1_3rem] md:max-w-max"
      label={`${shop} menu`}
      triggerClass="-ml-2 flex min-h-12 max-w-full items-center rounded-m px-2 md:max-w-60"
      trigger={
        // A name that does not fit wraps out of sight, which looks better than a cut one.
        <span className="flex h-8 flex-wrap items-center gap-x-2 overflow-hidden">
          <Mark />
          <span className="text-[1.0625rem] leading-8 font-bold tracking-[-0.01em] whitespace-nowrap">
            {shop}
          </span>
        </span>
      }
    >
      {themes.map(({ theme: each, text, Icon }) => (
        <li key={each}>
          <button
            type="button"
            aria-pressed={theme === each}
            className={`${menuItemLook} aria-pressed:text-accent`}
            onClick={() => {
              chooseTheme(each);
              setTheme(each);
            }}
          >
            <Icon aria-hidden className="size-5" /> {text}
          </button>
        </li>
      ))}
      <li className="mt-1 border-t border-line pt-1">
        <button type="button" className={menuItemLook} onClick={() => void signOut()}>
          <LogOut aria-hidden className="size-5" /> Logout
        </button>
      </li>
    </Menu>
  );
}

type Theme = "system" | "light" | "dark";

function chosenTheme(): Theme {
  const stored = readStored("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Applies the theme at once. On the next visit the script in index.html applies it before the first paint. */
function chooseTheme(theme: Theme): void {
  if (theme === "system") {
    removeStored("theme");
    delete document.documentElement.dataset["theme"];
  } else {
    writeStored("theme", theme);
    document.documentElement.dataset["theme"] = theme;
  }
}
