/** What is sealed beside an order: the AFA form, and the voucher it brought. */
import type { KeyObject } from "node:crypto";
import type { AfaForm, Voucher } from "../contract/orders.ts";
import { openText, type Secrets } from "../auth/secrets.ts";

export interface Opened {
  items: AfaForm | null;
  voucher: Voucher | null;
}

export function openSealed(
  secrets: Secrets,
  sealed: { form: string | null; voucher: string | null },
): Opened {
  return {
    items: open<AfaForm>(secrets.seal, sealed.form),
    voucher: open<Voucher>(secrets.voucher, sealed.voucher),
  };
}

/** Null where there is none, or where the secret has changed since: a list must not fail over one old form. */
function open<T>(key: KeyObject, sealed: string | null): T | null {
  if (sealed === null) return null;
  try {
    return JSON.parse(openText(key, sealed)) as T;
  } catch {
    return null;
  }
}
