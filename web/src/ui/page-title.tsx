import type { ReactNode } from "react";

export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className="text-xl leading-tight font-bold tracking-[-0.01em]">{children}</h1>;
}
