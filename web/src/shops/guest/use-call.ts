import { type FormEvent, type MouseEvent, useState } from "react";
import { errorText } from "../../lib/api-error.ts";

/** A call by a tap, one at a time. `error`: why the last one failed. The pages for guests have no cache, which useCommand needs. */
export function useCall(work: () => Promise<void>) {
  const [{ isBusy, error }, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false });
  const run = async () => {
    setState({ isBusy: true });
    try {
      await work();
      setState({ isBusy: false });
    } catch (failed) {
      setState({ isBusy: false, error: errorText(failed) });
    }
  };
  const send = (event: FormEvent | MouseEvent) => {
    event.preventDefault();
    if (!isBusy) void run();
  };
  return { send, isBusy, error };
}
