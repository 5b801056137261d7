/** An email as its reader sees it: quoted-printable is decoded. */
export function readEmail(source: string): string {
  return source
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
