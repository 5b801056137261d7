import { type ReactNode, useId } from "react";
import { buttonVariants } from "./button.tsx";

interface Props {
  /** As the input's attribute: types and endings. */
  accept: string;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A button that opens a file. The same file can be opened again, for example after it was corrected. */
export function FileButton({ accept, onFile, children }: Props) {
  const id = useId();
  return (
    <div className="relative">
      <input
        id={id}
        type="file"
        accept={accept}
        className="peer absolute size-px opacity-0"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className={buttonVariants({
          variant: "outline",
          className: "w-full cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-ring",
        })}
      >
        {children}
      </label>
    </div>
  );
}
