import { useState } from "react";
import { type ReportKind, reportKinds, shopLimits } from "#contract/terms/shops.ts";
import { post } from "../../lib/api.ts";
import { Alert, Problem } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useCall } from "./use-call.ts";

const reportTexts: Record<ReportKind, string> = {
  "not delivered": "I paid and got nothing",
  pretends: "It pretends to be somebody else",
  offensive: "What it says is offensive",
  other: "Something else",
};

/** A stranger tells the owner that something is wrong with a shop. */
export function Report({ name }: { name: string }) {
  const [kind, setKind] = useState<ReportKind>();
  const [said, setSaid] = useState("");
  const [thanks, setThanks] = useState<string>();
  const { send, isBusy, error } = useCall(async () => {
    if (kind === undefined) throw new Error("Please choose what is wrong");
    const path = `/shop/${name}/report`;
    const { message } = await post<{ message: string }>(path, { kind, said }, { signedIn: false });
    setThanks(message);
  });
  return (
    <details className="text-sm">
      <summary className="flex min-h-12 items-center text-muted-foreground underline">
        Something is wrong with this shop
      </summary>
      {thanks === undefined ? (
        <form noValidate className="flex flex-col gap-3 pt-2" onSubmit={send}>
          <fieldset className="flex flex-col">
            <legend className="sr-only">What is wrong</legend>
            {reportKinds.map((one) => (
              <label key={one} className="flex min-h-12 items-center gap-3">
                <input
                  type="radio"
                  name="report"
                  className="size-5 accent-primary"
                  checked={kind === one}
                  onChange={() => setKind(one)}
                />
                {reportTexts[one]}
              </label>
            ))}
          </fieldset>
          <TextField
            label="In your words, if you like"
            maxLength={shopLimits.report_length_max}
            value={said}
            onValue={setSaid}
          />
          <Problem text={error} />
          <Button type="submit" variant="outline" busy={isBusy}>
            Send the report
          </Button>
        </form>
      ) : (
        <Alert variant="success" role="status">
          {thanks}
        </Alert>
      )}
    </details>
  );
}
