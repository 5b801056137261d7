import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useIsWide } from "../lib/media.ts";
import { Button } from "./button.tsx";
import { double_tap_ms, ignoreSecondTap } from "./double-tap.ts";
import { Dialog } from "@base-ui/react/dialog";
import { cn, type Styled } from "../lib/cn.ts";
import { Drawer } from "@base-ui/react/drawer";

export interface ResponsiveDialogProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  className?: string;
  /** A question. A tap beside it does not answer it. */
  isQuestion?: boolean;
  /** A tap beside it does not close it. */
  isStatic?: boolean;
  /** Called on Enter on the dialog itself. */
  onEnter?: (() => void) | undefined;
}

export default function ResponsiveDialogContent(props: ResponsiveDialogProps) {
  const { className, isQuestion = false, isStatic = isQuestion, onClose, onEnter } = props;
  const isWide = useIsWide();
  const [openedAt_ms] = useState(() => performance.now());
  // Gets the focus instead of the first button: a focus ring around Close would look wrong.
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => ignoreSecondTap, []);
  const change = (isOpen: boolean, { reason, cancel }: { reason: string; cancel: () => void }) => {
    if (isOpen) return;
    // The second tap of a double tap was meant for the button that opened the dialog.
    const isEarly = performance.now() - openedAt_ms < double_tap_ms;
    if (reason === "outside-press" && isEarly) cancel();
    else onClose();
  };
  const [Root, Content] = isWide ? [Dialog.Root, DialogContent] : [Drawer.Root, DrawerContent];
  return (
    <Root open onOpenChange={change} disablePointerDismissal={isStatic}>
      <Content
        ref={popup}
        initialFocus={popup}
        className={className}
        role={isQuestion ? "alertdialog" : "dialog"}
        onKeyDown={({ key, target, currentTarget, repeat }) => {
          if (key === "Enter" && !repeat && target === currentTarget) onEnter?.();
        }}
      >
        <Inside {...props} />
      </Content>
    </Root>
  );
}

function Inside({ title, onClose, children }: ResponsiveDialogProps) {
  return (
    <>
      <div className="flex items-start gap-2">
        <Dialog.Title data-slot="dialog-title" className="flex-1 py-2.5 text-lg leading-snug font-bold">
          {title}
        </Dialog.Title>
        <Button variant="ghost" size="icon" aria-label="Close" className="-mr-2" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </Button>
      </div>
      {children}
    </>
  );
}

/** A window in the middle of the page, above a dimmed page. */
function DialogContent({ className, ...props }: Styled<Dialog.Popup.Props>) {
  return (
    <Dialog.Portal>
      <Dialog.Backdrop
        data-slot="dialog-overlay"
        className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
      />
      <Dialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-4">
        <Dialog.Popup
          data-slot="dialog-content"
          className={cn(
            "flex max-h-full w-full max-w-md flex-col gap-3 overflow-y-auto overscroll-contain rounded-2xl bg-popover p-4.5 text-popover-foreground shadow-xl transition-[opacity,transform] duration-200 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0",
            className,
          )}
          {...props}
        />
      </Dialog.Viewport>
    </Dialog.Portal>
  );
}

/** A panel at the bottom of a phone. It can be swiped down to close it. */
function DrawerContent({ className, children, ...props }: Styled<Drawer.Popup.Props>) {
  return (
    <Drawer.Portal>
      <Drawer.Backdrop
        data-slot="drawer-overlay"
        className="fixed inset-0 z-40 bg-black/45 opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0"
      />
      <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
        <Drawer.Popup
          data-slot="drawer-content"
          className={cn(
            "max-h-[92dvh] w-full overflow-y-auto overscroll-contain rounded-t-2xl bg-popover text-popover-foreground shadow-xl transition-transform duration-300 ease-out outline-none transform-[translateY(var(--drawer-swipe-movement-y))] touch-auto data-ending-style:transform-[translateY(100%)] data-starting-style:transform-[translateY(100%)] data-swiping:select-none data-swiping:duration-0",
            className,
          )}
          {...props}
        >
          <Drawer.Content className="flex flex-col gap-3 p-4.5 pb-[max(1.375rem,env(safe-area-inset-bottom))]">
            {children}
          </Drawer.Content>
        </Drawer.Popup>
      </Drawer.Viewport>
    </Drawer.Portal>
  );
}
