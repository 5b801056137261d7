import { openText, type Secrets } from "../serve/secrets.ts";

/** A message's text with its sealed parts; undefined if it was sealed with another secret. */
export function openWhole(
  secrets: Secrets,
  { text, sealed }: { text: string; sealed: string | null },
): string | undefined {
  if (sealed === null) return text;
  try {
    return openText(secrets.sealing.message, sealed);
  } catch {
    return undefined;
  }
}
