import { LogOut, Moon, Sun, SunMoon } from "lucide-react";
import { useState } from "react";
import { Menu, menuItemLook } from "../../ui/menu.tsx";
import { signOut } from "../../auth/sign-out.ts";
import { Mark, useShopName } from "./brand.tsx";
import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

const themes = [
  { theme: "system", text: "Theme of the phone", Icon: SunMoon },
  { theme: "light", text: "Light", Icon: Sun },
  { theme: "dark", text: "Dark", Icon: Moon },
] as const;

/** The logo, and behind it what one needs once a day. */
export function LogoMenu() {
  const shop = useShopName();
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <Menu
      // From nothing to its full width: the name gives way before the bar wraps.
      className="min-w-12 flex-[1_1_3rem] md:max-w-max"
      label={`${shop} menu`}
      triggerClass="-ml-2 flex min-h-12 max-w-full items-center rounded-m px-2 md:max-w-60"
      trigger={
        // A name that does not fit beside the mark wraps out of sight: none is better than a stump of it.
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

/** Applied at once here, and before the first paint of the next visit by the script in index.html. */
function chooseTheme(theme: Theme): void {
  if (theme === "system") {
    removeStored("theme");
    delete document.documentElement.dataset["theme"];
  } else {
    writeStored("theme", theme);
    document.documentElement.dataset["theme"] = theme;
  }
}
