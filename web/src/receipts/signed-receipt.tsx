import { QrCode } from "lucide-react";
import { useState } from "react";
import { loadLater } from "../lib/load-later.tsx";
import { Button } from "../ui/button.tsx";

const Content = loadLater(() => import("./signed-receipt-content.tsx"));

/** The receipt that others can check, as soon as somebody wants it. */
export function SignedReceipt({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <Content path={path} />
  ) : (
    <Button variant="outline" className="print:hidden" onClick={() => setOpen(true)}>
      <QrCode aria-hidden className="size-5" /> Signed receipt
    </Button>
  );
}
