import { useState } from "react";
import { Problem } from "../ui/alert.tsx";
import { FileButton } from "../ui/file-button.tsx";

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
  const [problem, setProblem] = useState<string>();
  const canScan = window.BarcodeDetector !== undefined;
  const open = async (file: File) => {
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
      <FileButton
        accept={canScan ? "image/*,text/plain" : "text/plain"}
        onFile={(file) => {
          void open(file);
        }}
      >
        {canScan ? "Scan a picture or open a file" : "Open a file"}
      </FileButton>
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
