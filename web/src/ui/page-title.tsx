import type { ReactNode } from "react";

export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className="min-w-0 text-xl leading-tight font-bold tracking-[-0.01em]">{children}</h1>;
}
