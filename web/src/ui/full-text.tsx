import type { ReactNode } from "react";
import { loadLater } from "../lib/load-later.tsx";

const FullTextContent = loadLater(() => import("./full-text-content.tsx"), { isVital: false });

/** Shows the whole of a text that is cut or shortened. */
export function FullText({ text, children }: { text: string; children: ReactNode }) {
  return (
    <FullTextContent text={text} placeholder={children}>
      {children}
    </FullTextContent>
  );
}
