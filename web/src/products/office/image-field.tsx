import { useState } from "react";
import { limits } from "#contract/terms/limits.ts";
import { texts } from "#contract/terms/texts.ts";
import { Button } from "../../ui/button.tsx";
import { FileInput } from "../../ui/field.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { notify } from "../../lib/notifications.ts";

const kinds = ["image/png", "image/jpeg", "image/webp"];

interface Props {
  network: string;
  image: string | null;
  error: string | undefined;
  onImage: (image: string | null) => void;
}

/** The product's image. The server validates its bytes; the check here only saves an upload. */
export function ImageField({ network, image, error, onImage }: Props) {
  const [problem, setProblem] = useState<string>();
  const chooseFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const wrong = problemOf(file);
    setProblem(wrong);
    if (wrong === undefined) onImage(await readDataUrl(file));
    else notify(wrong, "danger");
  };
  return (
    <div className="flex items-start gap-3.5">
      {image === null ? (
        <Monogram network={network} className="mt-7 size-12" />
      ) : (
        <img src={image} alt="" className="mt-7 size-12 shrink-0 rounded-lg object-cover" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <FileInput
          label="Image (optional)"
          hint="PNG, JPEG or WebP, at most 100 KB. Without one, the monogram stands in."
          error={problem ?? error}
          accept={kinds.join()}
          onChange={({ target }) => void chooseFile(target.files?.[0])}
        />
        {image !== null && (
          <Button variant="ghost" size="sm" className="self-start" onClick={() => onImage(null)}>
            Remove image
          </Button>
        )}
      </div>
    </div>
  );
}

function problemOf(file: File): string | undefined {
  if (!kinds.includes(file.type)) return texts.imageWrongKind;
  return file.size > limits.image_bytes_max ? texts.imageTooLarge : undefined;
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the file could not be read")));
    reader.readAsDataURL(file);
  });
}
