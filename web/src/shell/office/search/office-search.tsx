import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { loadLater } from "../../../lib/load-later.tsx";
import { Button } from "../../../ui/button.tsx";
import { SidebarMenuButton } from "../../../ui/sidebar.tsx";

const Content = loadLater(() => import("./office-search-content.tsx"));

/** Ctrl+K opens it everywhere in the back office, except above another dialog. */
export function OfficeSearch() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== "k") return;
      event.preventDefault();
      if (document.querySelector("[role=dialog], [role=alertdialog]") === null) setOpen(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <SidebarMenuButton
        icon={<Search aria-hidden />}
        name="Find anything"
        className="w-full border border-border text-sm max-lg:hidden"
        badge={
          <kbd
            aria-hidden
            className="text-xs whitespace-nowrap text-muted-foreground group-data-[state=collapsed]/sidebar:hidden"
          >
            Ctrl K
          </kbd>
        }
        render={<button type="button" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)} />}
      />
      <Button
        variant="ghost"
        size="icon"
        className="lg:hidden"
        aria-label="Find anything"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden className="size-5" />
      </Button>
      {isOpen && (
        <Content
          onClose={() => setOpen(false)}
          // A dialog already, so that what is typed meanwhile is no shortcut of the page.
          placeholder={<div role="dialog" aria-label="Find anything" aria-busy />}
        />
      )}
    </>
  );
}
