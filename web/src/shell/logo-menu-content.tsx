import { LogOut, Moon, Sun, SunMoon } from "lucide-react";
import { signOut } from "../users/sign-out.ts";
import { type Theme, themes, useTheme } from "../lib/theme.ts";
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from "../ui/dropdown-menu.tsx";
import type { LazyMenuProps } from "../ui/lazy-menu.tsx";

const looks = {
  system: { text: "System theme", Icon: SunMoon },
  light: { text: "Light", Icon: Sun },
  dark: { text: "Dark", Icon: Moon },
} as const;

export default function LogoMenuContent(props: LazyMenuProps) {
  const [theme, choose] = useTheme();
  return (
    <DropdownMenu {...props}>
      <DropdownMenuRadioGroup value={theme} onValueChange={(value) => choose(value as Theme)}>
        {themes.map((each) => {
          const { text, Icon } = looks[each];
          return (
            <DropdownMenuRadioItem key={each} value={each}>
              <Icon aria-hidden className="size-5" /> {text}
            </DropdownMenuRadioItem>
          );
        })}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuItem onClick={() => void signOut()}>
        <LogOut aria-hidden className="size-5" /> Logout
      </DropdownMenuItem>
    </DropdownMenu>
  );
}
