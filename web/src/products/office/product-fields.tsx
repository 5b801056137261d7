import { Plus, Trash2 } from "lucide-react";
import { limits } from "#contract/terms/limits.ts";
import { cn } from "../../lib/cn.ts";
import type { Problems } from "../../lib/problems.ts";
import { randomKey } from "../../lib/random-key.ts";
import { Problem } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Hint } from "../../ui/hint.tsx";
import { TextField, FileInput } from "../../ui/field.tsx";
import { useCosts } from "../../office/suppliers-answer.ts";
import { belowCost } from "./price-changes.ts";
import { levelNames, perPrice, priceFields, type PackageDraft, type PriceField } from "./draft.ts";
import { useState } from "react";
import { texts } from "#contract/terms/texts.ts";
import { Monogram } from "../../ui/monogram.tsx";
import { notify } from "../../lib/notifications.ts";

/** Three of them fit beside each other on a phone. */
const names = { ...levelNames, priceSAg: "Super" };

interface Props {
  packages: readonly PackageDraft[];
  /** By field, for example "packages.0.priceAgent". */
  problems: Problems;
  onChange: (packages: PackageDraft[]) => void;
}

export function PackageRows({ packages, problems, onChange }: Props) {
  const add = () => onChange([...packages, { key: randomKey(), offer: "", ...perPrice(() => "") }]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-2.5 text-lg font-bold">Packages</legend>
      {packages.length > 0 && (
        <Card className="divide-y divide-border py-0">
          {packages.map((row, at) => (
            <PackageRow
              key={row.key}
              row={row}
              at={at}
              problems={problems}
              onSet={(part) => onChange(packages.with(at, { ...row, ...part }))}
              onRemove={() => onChange(packages.toSpliced(at, 1))}
            />
          ))}
        </Card>
      )}
      <Problem text={problems["packages"]} />
      <Button
        variant="soft"
        className="self-start"
        why={
          packages.length >= limits.packages_max && `A product has at most ${limits.packages_max} packages.`
        }
        onClick={add}
      >
        <Plus aria-hidden className="size-5" /> Add package
      </Button>
    </fieldset>
  );
}

interface PackageRowProps {
  row: PackageDraft;
  at: number;
  problems: Problems;
  onSet: (part: Partial<PackageDraft>) => void;
  onRemove: () => void;
}

function PackageRow({ row, at, problems, onSet, onRemove }: PackageRowProps) {
  const costs = useCosts();
  const lossOf = (field: PriceField) => {
    const loss = belowCost(row, field, costs);
    return loss && <span className="font-medium text-warning">{loss}</span>;
  };
  return (
    <div
      role="group"
      aria-label={`Package ${at + 1}`}
      // On a desk, the labels of the first row are the column headings.
      className="grid grid-cols-3 items-start gap-2.5 py-3 md:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))_auto] md:py-2 md:not-first:[&_label]:sr-only"
    >
      <div className="col-span-3 md:col-span-1">
        <TextField
          label="Offer"
          error={problems[`packages.${at}.offer`]}
          maxLength={limits.offer_length_max}
          value={row.offer}
          onValue={(offer) => onSet({ offer })}
        />
      </div>
      {priceFields.map((field) => (
        <TextField
          key={field}
          label={`${names[field]} (¢)`}
          hint={lossOf(field)}
          error={problems[`packages.${at}.${field}`]}
          inputMode="decimal"
          className="px-2.5 text-right"
          value={row[field]}
          onValue={(price) => onSet({ [field]: price })}
        />
      ))}
      <Hint text={`Remove package ${at + 1}`}>
        <Button
          variant="ghost"
          className={cn(
            "col-span-3 -my-2 justify-self-end text-destructive md:col-span-1 md:my-0",
            at === 0 && "md:mt-[1.6rem]",
          )}
          aria-label={`Remove package ${at + 1}${row.offer === "" ? "" : `, ${row.offer}`}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-5" />
        </Button>
      </Hint>
    </div>
  );
}

const kinds = ["image/png", "image/jpeg", "image/webp"];

interface ImageProps {
  network: string;
  image: string | null;
  error: string | undefined;
  onImage: (image: string | null) => void;
}

/** The product's image. The server validates its bytes; the check here only saves an upload. */
export function ImageField({ network, image, error, onImage }: ImageProps) {
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
