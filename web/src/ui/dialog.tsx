import { Dialog as DialogPrimitive } from "@base-ui/react/dialog";
import { cn, type Styled } from "../lib/cn.ts";

export const Dialog = DialogPrimitive.Root;

/** A window in the middle of the page, above a dimmed page. */
export function DialogContent({ className, ...props }: Styled<DialogPrimitive.Popup.Props>) {
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Backdrop
        data-slot="dialog-overlay"
        className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
      />
      <DialogPrimitive.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-4">
        <DialogPrimitive.Popup
          data-slot="dialog-content"
          className={cn(
            "flex max-h-full w-full max-w-md flex-col gap-3 overflow-y-auto overscroll-contain rounded-2xl bg-popover p-4.5 text-popover-foreground shadow-xl transition-[opacity,transform] duration-200 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0",
            className,
          )}
          {...props}
        />
      </DialogPrimitive.Viewport>
    </DialogPrimitive.Portal>
  );
}

export function DialogTitle({ className, ...props }: Styled<DialogPrimitive.Title.Props>) {
  return (
    <DialogPrimitive.Title
      data-slot="dialog-title"
      className={cn("flex-1 py-2.5 text-lg leading-snug font-bold", className)}
      {...props}
    />
  );
}
