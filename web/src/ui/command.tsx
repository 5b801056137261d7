import { Autocomplete as CommandPrimitive } from "@base-ui/react/autocomplete";
import { Dialog as DialogPrimitive } from "@base-ui/react/dialog";
import { Search as SearchIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn, type Styled } from "../lib/cn.ts";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A window near the top of the page, above a dimmed page. */
export function CommandDialog({ title, onClose, children }: Props) {
  return (
    <DialogPrimitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Backdrop data-slot="dialog-overlay" className="fixed inset-0 z-40 bg-black/45" />
        <DialogPrimitive.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-3 sm:pt-[12vh]">
          <DialogPrimitive.Popup
            data-slot="command-dialog"
            aria-label={title}
            className="flex max-h-[min(32rem,100%)] w-full max-w-xl flex-col overflow-hidden rounded-2xl bg-popover text-popover-foreground shadow-xl outline-none"
          >
            {children}
          </DialogPrimitive.Popup>
        </DialogPrimitive.Viewport>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

export interface CommandGroupOf<Item> {
  value: string;
  items: readonly Item[];
}

/** Groups of items below a field. Typing is the caller's: it decides what is shown. Enter opens the highlighted item. */
export function Command<Item>({
  groups,
  ...props
}: Pick<CommandPrimitive.Root.Props<Item>, "value" | "onValueChange" | "itemToStringValue" | "children"> & {
  groups: readonly CommandGroupOf<Item>[];
}) {
  return (
    <CommandPrimitive.Root
      open
      inline
      mode="none"
      items={groups}
      autoHighlight="always"
      keepHighlight
      {...(props as object)}
    />
  );
}

export function CommandInput({ className, ...props }: Styled<CommandPrimitive.Input.Props>) {
  return (
    <div data-slot="command-input-wrapper" className="relative border-b border-border">
      <SearchIcon aria-hidden className="absolute inset-y-0 left-4 my-auto size-5 text-muted-foreground" />
      <CommandPrimitive.Input
        data-slot="command-input"
        className={cn("min-h-14 w-full bg-transparent pr-4 pl-12 outline-none", className)}
        {...props}
      />
    </div>
  );
}

export function CommandList({ className, ...props }: Styled<CommandPrimitive.List.Props>) {
  return (
    <CommandPrimitive.List
      data-slot="command-list"
      className={cn(
        "min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 empty:hidden",
        className,
      )}
      {...props}
    />
  );
}

/** What the list cannot say itself. Screen readers announce it. */
export function CommandStatus({ className, ...props }: Styled<CommandPrimitive.Status.Props>) {
  return (
    <CommandPrimitive.Status
      data-slot="command-status"
      className={cn("px-5 py-3 text-sm text-muted-foreground empty:hidden", className)}
      {...props}
    />
  );
}

export function CommandGroup<Item>({
  group,
  children,
}: {
  group: CommandGroupOf<Item>;
  children: (item: Item) => ReactNode;
}) {
  return (
    <CommandPrimitive.Group data-slot="command-group" items={group.items} className="not-last:mb-1.5">
      <CommandPrimitive.GroupLabel className="px-3 py-1.5 text-xs font-semibold text-muted-foreground">
        {group.value}
      </CommandPrimitive.GroupLabel>
      <CommandPrimitive.Collection>{children}</CommandPrimitive.Collection>
    </CommandPrimitive.Group>
  );
}

export function CommandItem({ className, ...props }: Styled<CommandPrimitive.Item.Props>) {
  return (
    <CommandPrimitive.Item
      data-slot="command-item"
      className={cn(
        "flex min-h-12 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 outline-none select-none data-highlighted:bg-muted md:min-h-10",
        className,
      )}
      {...props}
    />
  );
}

/** A key, or what else stands at the end of an item. */
export function CommandShortcut({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="command-shortcut"
      className={cn("ml-auto shrink-0 text-right text-sm text-muted-foreground", className)}
      {...props}
    />
  );
}
