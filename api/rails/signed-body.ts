/** What rails post without being asked: JSON whose bytes are signed with a key that they share with the shop. */
import { createHmac } from "node:crypto";
import { isSame } from "../serve/secrets.ts";

/** @param signature in hex @param parts what was signed, one after the other */
export function isSigned(
  { algorithm, key }: { algorithm: "sha256" | "sha512"; key: string },
  signature: string | undefined,
  parts: (Uint8Array | string)[],
): boolean {
  const expected = createHmac(algorithm, key);
  for (const part of parts) expected.update(part);
  return isSame(expected.digest(), Buffer.from(signature ?? "", "hex"));
}

/** Undefined for what is no JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
