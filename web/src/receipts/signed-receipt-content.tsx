import { useQuery } from "@tanstack/react-query";
import { FileDown, Share2 } from "lucide-react";
import { QRCodeCanvas } from "qrcode.react";
import { useRef } from "react";
import { factsIn } from "#contract/check-receipt.ts";
import { type ReceiptAnswer, type ReceiptFacts, receiptLines } from "#contract/receipts.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { checkRoute } from "#contract/terms/limits.ts";
import { errorText } from "../lib/api-error.ts";
import { useCommand } from "../lib/command.ts";
import { makePicture, type Pen, pictureLook, pictureSize } from "../lib/picture.ts";
import { getQuery } from "../lib/query-client.ts";
import { Alert, Problem } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { saveBlob } from "../ui/file-buttons.tsx";

/** Its proof may have come since it was read the last time. */
const stale_ms = 60_000;

export default function SignedReceiptContent({ path }: { path: string }) {
  const { data, error } = useQuery(getQuery<ReceiptAnswer>(["receipt", path], path, { staleTime: stale_ms }));
  const facts = data && factsIn(data.long ?? data.short);
  if (error) return <Problem text={errorText(error)} />;
  return (
    <section aria-label="Signed receipt" aria-busy={!facts} className="flex shrink-0 flex-col gap-3">
      {facts && <Shown facts={facts} answer={data} />}
    </section>
  );
}

function Shown({ facts, answer: { short, long } }: { facts: ReceiptFacts; answer: ReceiptAnswer }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const address = `${location.host}${checkRoute}`;
  const link = (text: string) => `${location.origin}${checkRoute}#${text}`;
  const name = `${facts.shop}-receipt-${facts.reference}`;
  const picture = useCommand({
    send: async () => {
      const blob = await receiptPicture(facts, address, canvas.current);
      const files = [new File([blob], `${name}.png`, { type: "image/png" })];
      const { canShare } = navigator as Partial<Navigator>;
      if (canShare?.call(navigator, { files }) !== true) return saveBlob(`${name}.png`, blob);
      // Closing the phone's list of apps is not an error.
      await navigator.share({ files }).catch(() => undefined);
    },
  });
  return (
    <>
      {/* Black on white with a white margin, also in dark mode, because not every camera can read it otherwise. */}
      <QRCodeCanvas
        ref={canvas}
        value={link(short)}
        size={qr_px}
        level="L"
        marginSize={3}
        role="img"
        aria-label="The receipt as a code"
        className="mx-auto aspect-square h-auto! w-full! max-w-80 rounded-lg"
      />
      <p className="text-sm text-muted-foreground">
        Anyone can check this receipt: they scan the code, or paste the copied text at{" "}
        <span className="font-semibold wrap-anywhere">{address}</span>
      </p>
      <Alert variant="info">
        {facts.proof === undefined
          ? "It is signed. The proof that it is in the shop's log follows when the next head of the log is published, once a day."
          : `Its file also proves that it is in the shop's log, under the head published for ${formatDay(facts.proof.day)}.`}
      </Alert>
      <div className="flex flex-wrap gap-2.5 print:hidden">
        <Button variant="outline" className="flex-1" busy={picture.isBusy} onClick={() => picture.send()}>
          {!picture.isBusy && <Share2 aria-hidden className="size-5" />} Picture
        </Button>
        <Button
          variant="outline"
          className="flex-1"
          onClick={() =>
            saveBlob(`${name}.txt`, new Blob([`${link(long ?? short)}\n`], { type: "text/plain" }))
          }
        >
          <FileDown aria-hidden className="size-5" /> File
        </Button>
        <CopyButton value={link(long ?? short)} what="receipt" />
      </div>
    </>
  );
}

/** Nine or ten for each square: sharp on a picture and on paper. */
const qr_px = 840;

function receiptPicture(facts: ReceiptFacts, address: string, code: HTMLCanvasElement | null): Promise<Blob> {
  const { width, margin, line } = pictureSize;
  const [[, shop] = [], ...lines] = receiptLines(facts);
  const height = margin * 2 + line * (lines.length + 4) + qr_px;
  return makePicture(height, ({ context, write }: Pen) => {
    let y = margin + line;
    write(shop ?? "", "left", y, "bold 64px");
    y += line * 0.5;
    for (const [what, value] of lines) {
      y += line;
      write(what, "left", y, "36px", pictureLook.soft);
      write(value, "right", y, "bold 36px");
    }
    y += line;
    if (code) context.drawImage(code, (width - qr_px) / 2, y, qr_px, qr_px);
    write(`Check it at ${address}`, "left", height - margin, "bold 40px", pictureLook.soft);
  });
}
