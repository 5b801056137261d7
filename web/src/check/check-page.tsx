import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { checkReceipt, type Verdict, verdictText } from "#contract/check-receipt.ts";
import {
  laterTexts,
  type ReceiptFacts,
  type ReceiptKeys,
  receiptLines,
  type ReceiptState,
} from "#contract/receipts.ts";
import { get } from "../lib/api.ts";
import { getQuery, queryClient } from "../lib/query-client.ts";
import { readStoredJson, writeStored } from "../lib/storage.ts";
import { GuestPage } from "../sign-in/start/guest-page.tsx";
import { Alert, Problem } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { TextAreaField } from "../ui/text-area.tsx";
import { FileButton } from "../ui/file-button.tsx";

/** Anyone checks a receipt here, without an account: from the link of its code, or pasted. */
export function CheckPage() {
  const linked = useLocation({ select: ({ hash }) => hash });
  const [typed, setTyped] = useState("");
  const [given, setGiven] = useState<{ text?: string; linked: string }>({ linked: "" });
  // Another code was scanned into the same tab.
  if (linked !== "" && linked !== given.linked) setGiven({ text: linked, linked });
  const check = (text: string) => setGiven({ text: text.trim(), linked });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check(typed);
  };
  return (
    <GuestPage title="Check a receipt">
      {given.text !== undefined && <Result text={given.text} />}
      <form className="flex flex-col gap-3" onSubmit={submit}>
        <TextAreaField
          label="Receipt"
          hint="Paste the text of the receipt or its link"
          rows={3}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onValue={setTyped}
        />
        <Button type="submit">Check</Button>
        <ReceiptFile onText={check} />
      </form>
      <p className="text-sm text-muted-foreground">
        Nothing that you paste leaves this device. The shop is only asked whether the receipt was corrected
        later. Make sure that this page is at the shop’s own address:{" "}
        <b className="wrap-anywhere">{location.host}</b>
      </p>
    </GuestPage>
  );
}

/** The shop's keys, or those that this device has seen last. */
const keysQuery = {
  queryKey: ["receipt keys"],
  queryFn: async (): Promise<ReceiptKeys | null> => {
    try {
      const keys = await get<ReceiptKeys>("/receipt/keys");
      writeStored("receiptKeys", JSON.stringify(keys));
      return keys;
    } catch {
      return readStoredJson<ReceiptKeys>("receiptKeys");
    }
  },
};

function Result({ text }: { text: string }) {
  // Only in a secure context (https, or this machine).
  const { subtle } = crypto as Partial<Crypto>;
  const { data: keys } = useQuery(keysQuery, queryClient);
  const { data: verdict } = useQuery(
    {
      queryKey: ["check", text, keys],
      queryFn: () => checkReceipt(text, { keys: keys ?? undefined }, subtle!),
      enabled: subtle !== undefined && keys !== undefined,
    },
    queryClient,
  );
  if (subtle === undefined)
    return (
      <Problem text="A browser checks receipts only at an encrypted address: one that begins with https." />
    );
  return (
    <div role="status" className="flex min-h-16 flex-col gap-3">
      {verdict && <Told verdict={verdict} />}
    </div>
  );
}

function Told({ verdict }: { verdict: Verdict }) {
  const { isGood, title, text } = verdictText(verdict);
  return (
    <>
      <Alert variant={isGood ? "success" : "destructive"}>
        <b className="block">{title}</b>
        {text}
      </Alert>
      {isGood && "facts" in verdict && <Said facts={verdict.facts} />}
    </>
  );
}

function Said({ facts }: { facts: ReceiptFacts }) {
  return (
    <>
      <Later {...facts} />
      <Facts>
        {receiptLines(facts).map(([name, value]) => (
          <Fact key={name} name={name}>
            <span className="min-w-0 wrap-anywhere">{value}</span>
          </Fact>
        ))}
      </Facts>
    </>
  );
}

function Later({ position, event }: ReceiptFacts) {
  const path = `/receipt/state/${position}/${event}`;
  const { data, error } = useQuery(getQuery<ReceiptState>(["receipt state", path], path), queryClient);
  if (error)
    return <Alert>Whether it was corrected later is not known: the shop could not be asked just now.</Alert>;
  const texts = data ? laterTexts(data) : [];
  if (texts.length > 0) return <Alert>{texts.join(" ")}</Alert>;
  return (
    <p className="min-h-5 text-sm text-muted-foreground">
      {data && "It was not corrected later, as the shop says now."}
    </p>
  );
}

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
function ReceiptFile({ onText }: { onText: (text: string) => void }) {
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
