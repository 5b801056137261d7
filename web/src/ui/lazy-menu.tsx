import {
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from "react";

/** What a lazily loaded menu gets: its button, which it renders as the trigger of an open DropdownMenu. */
export interface LazyMenuProps {
  trigger: ReactElement<ComponentProps<"button">>;
  /** The list is rendered into it. It is beside the button, so that the list is in the same landmark. */
  container: RefObject<HTMLElement | null>;
}

/**
 * A button whose menu is loaded when it is needed: Base UI's menu is half the size of the whole home page. From the
 * first tap on, the menu's own trigger replaces the button.
 */
export function LazyMenu<Own extends object = object>({
  menu: Menu,
  own,
  ...given
}: ComponentProps<"button"> & {
  /** Made with loadLater. */
  menu: ComponentType<LazyMenuProps & Own & { placeholder?: ReactNode }>;
  /** What its items need. */
  own?: Own;
}) {
  const [isWanted, setWanted] = useState(false);
  const container = useRef<HTMLSpanElement>(null);
  const button = { type: "button", ...given } as const;
  const placeholder = (
    <button
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isWanted || undefined}
      onClick={() => setWanted(true)}
      {...button}
    />
  );
  if (!isWanted) return placeholder;
  return (
    <>
      <Menu
        {...(own as Own)}
        trigger={<button {...button} />}
        container={container}
        placeholder={placeholder}
      />
      <span ref={container} className="contents" />
    </>
  );
}
