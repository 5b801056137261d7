/** Sealed AFA forms. */
import type { AfaForm } from "./contract/orders.ts";
import { openText, type Secrets } from "./secrets.ts";

/** Null where there is none, or where the secret has changed since: a list must not fail over one old form. */
export function openForm(secrets: Secrets, sealed: string | null): AfaForm | null {
  if (sealed === null) return null;
  try {
    return JSON.parse(openText(secrets.seal, sealed)) as AfaForm;
  } catch {
    return null;
  }
}
