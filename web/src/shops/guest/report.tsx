import { type FormEvent, useState } from "react";
import { type ReportKind, reportKinds, shopLimits } from "#contract/terms/shops.ts";
import { errorText } from "../../lib/api-error.ts";
import { post } from "../../lib/api.ts";
import { Alert, Problem } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

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
  const [state, setState] = useState<{ busy?: true; thanks?: string; error?: string }>({});
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (kind === undefined) return setState({ error: "Please choose what is wrong" });
    setState({ busy: true });
    try {
      const path = `/shop/${name}/report`;
      setState({
        thanks: (await post<{ message: string }>(path, { kind, said }, { signedIn: false })).message,
      });
    } catch (failed) {
      setState({ error: errorText(failed) });
    }
  };
  return (
    <details className="text-sm">
      <summary className="flex min-h-12 items-center text-muted-foreground underline">
        Something is wrong with this shop
      </summary>
      {state.thanks === undefined ? (
        <form noValidate className="flex flex-col gap-3 pt-2" onSubmit={(event) => void send(event)}>
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
          <Problem text={state.error} />
          <Button type="submit" variant="outline" busy={state.busy === true}>
            Send the report
          </Button>
        </form>
      ) : (
        <Alert variant="success" role="status">
          {state.thanks}
        </Alert>
      )}
    </details>
  );
}
