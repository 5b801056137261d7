import { Link, type LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../../lib/cn.ts";

interface Props {
  link: Pick<LinkProps, "to" | "search">;
  title: string;
  Icon: LucideIcon;
  figures?: [name: string, figure: number | string | undefined][];
  /** Something to do now. */
  isUrgent?: boolean;
  children?: ReactNode;
}

/** A link with figures of the page that it leads to. */
export function Tile({ link, title, Icon, figures = [], isUrgent = false, children }: Props) {
  return (
    <Link
      {...link}
      className={cn(
        "flex min-h-28 min-w-0 flex-col justify-between gap-3 rounded-lg border border-border bg-card p-4 shadow-sm transition-colors duration-150 hover:border-primary",
        isUrgent && "border-warning",
      )}
    >
      <span className="flex items-center gap-2 font-bold">
        <Icon aria-hidden className={cn("size-5", isUrgent ? "text-warning" : "text-primary")} /> {title}
      </span>
      <span className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted-foreground">
        {children}
        {figures.map(([name, figure]) => (
          <span key={name} className="min-w-0">
            <b className="block text-xl leading-tight font-bold wrap-anywhere text-foreground">
              {figure === undefined ? "…" : figure.toLocaleString("en")}
            </b>{" "}
            {name}
          </span>
        ))}
      </span>
    </Link>
  );
}
