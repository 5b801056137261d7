import { AlertDialog } from "@base-ui/react/alert-dialog";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useIsWide } from "../lib/media.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogContent, DialogTitle } from "./dialog.tsx";
import { double_tap_ms, ignoreSecondTap } from "./double-tap.ts";
import { Drawer, DrawerContent } from "./drawer.tsx";

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
  const { isQuestion = false, isStatic = isQuestion, onClose } = props;
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
  if (!isWide) {
    return (
      <Drawer open onOpenChange={change} disablePointerDismissal={isStatic}>
        <DrawerContent ref={popup} initialFocus={popup} {...popupProps(props)}>
          <Inside {...props} />
        </DrawerContent>
      </Drawer>
    );
  }
  const content = (
    <DialogContent ref={popup} initialFocus={popup} {...popupProps(props)}>
      <Inside {...props} />
    </DialogContent>
  );
  return isQuestion ? (
    <AlertDialog.Root open onOpenChange={change}>
      {content}
    </AlertDialog.Root>
  ) : (
    <Dialog open onOpenChange={change} disablePointerDismissal={isStatic}>
      {content}
    </Dialog>
  );
}

function popupProps({ className, isQuestion = false, onEnter }: ResponsiveDialogProps) {
  return {
    ...(className === undefined ? {} : { className }),
    role: isQuestion ? "alertdialog" : "dialog",
    onKeyDown: ({ key, target, currentTarget, repeat }: KeyboardEvent<HTMLElement>) => {
      if (key === "Enter" && !repeat && target === currentTarget) onEnter?.();
    },
  };
}

function Inside({ title, onClose, children }: ResponsiveDialogProps) {
  return (
    <>
      <div className="flex items-start gap-2">
        <DialogTitle>{title}</DialogTitle>
        <Button variant="ghost" size="icon" aria-label="Close" className="-mr-2" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </Button>
      </div>
      {children}
    </>
  );
}
