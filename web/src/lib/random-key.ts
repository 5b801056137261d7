/** There is no crypto.randomUUID on plain http, which is used to try out a shop from a phone in the same Wi-Fi. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
