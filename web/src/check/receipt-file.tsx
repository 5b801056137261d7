import { useId, useState } from "react";
import { Problem } from "../ui/alert.tsx";
import { buttonVariants } from "../ui/button.tsx";

interface Detector {
  detect(picture: ImageBitmap): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    /** Not in every browser. */
    BarcodeDetector?: new (options: { formats: ["qr_code"] }) => Detector;
  }
}

const file_bytes_max = 64 * 1024;

/** A picture of the code, which a phone can take just now, or the receipt's file. */
export function ReceiptFile({ onText }: { onText: (text: string) => void }) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const canScan = window.BarcodeDetector !== undefined;
  const open = async (file: File | undefined) => {
    if (!file) return;
    const text = await readCode(file).catch(() => undefined);
    setProblem(
      text === undefined
        ? "No receipt was found in it. Please try a sharper picture of the code alone."
        : undefined,
    );
    if (text !== undefined) onText(text);
  };
  return (
    <>
      <div className="relative">
        <input
          id={id}
          type="file"
          accept={canScan ? "image/*,text/plain" : "text/plain"}
          className="peer absolute size-px opacity-0"
          onChange={({ target }) => {
            void open(target.files?.[0]);
            // Allows another picture with the same name.
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
          {canScan ? "Scan a picture or open a file" : "Open a file"}
        </label>
      </div>
      {!canScan && (
        <p className="text-sm text-muted-foreground">
          This browser cannot read codes in pictures. Scan the code with your phone’s camera: it opens this
          page.
        </p>
      )}
      <Problem text={problem} />
    </>
  );
}

/** Undefined if there is no code in the picture. */
async function readCode(file: File): Promise<string | undefined> {
  if (!file.type.startsWith("image/")) return file.size > file_bytes_max ? undefined : file.text();
  const { BarcodeDetector } = window;
  if (!BarcodeDetector) return undefined;
  const picture = await createImageBitmap(file);
  const [code] = await new BarcodeDetector({ formats: ["qr_code"] }).detect(picture);
  picture.close();
  return code?.rawValue;
}
