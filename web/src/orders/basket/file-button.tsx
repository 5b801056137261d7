import { FileUp } from "lucide-react";
import { useId } from "react";
import { buttonVariants } from "../../ui/button.tsx";

export function FileButton({ onFile }: { onFile: (file: File | undefined) => void }) {
  const id = useId();
  return (
    <div className="relative">
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className="peer absolute size-px opacity-0"
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // Allows choosing the same file again after correcting it.
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
        <FileUp aria-hidden className="size-5" /> From a CSV file
      </label>
    </div>
  );
}
