import type { ReactNode } from "react";

/** What only whoever runs the server can set, by the exact name of its variable. */
export function Variables({ names, children }: { names: readonly string[]; children: ReactNode }) {
  return (
    <p className="text-sm">
      {children} Set{" "}
      {names.map((name, at) => (
        <span key={name}>
          {at > 0 && (at === names.length - 1 ? " and " : ", ")}
          <code className="font-semibold wrap-anywhere">{name}</code>
        </span>
      ))}{" "}
      in the environment of the server and start it again.
    </p>
  );
}
