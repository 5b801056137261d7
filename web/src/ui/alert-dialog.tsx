import { AlertDialog as AlertDialogPrimitive } from "@base-ui/react/alert-dialog";

/** A dialog that a tap beside it does not close. Its content and title are the dialog's. */
export function AlertDialog(props: AlertDialogPrimitive.Root.Props) {
  return <AlertDialogPrimitive.Root {...props} />;
}
