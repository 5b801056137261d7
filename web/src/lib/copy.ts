/** The clipboard is missing on plain http; there, the old command still works from a selected field. */
export async function copyText(value: string): Promise<boolean> {
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(value);
      return true;
    } catch {
      // Refused: the old way may still be allowed.
    }
  }
  const area = document.createElement("textarea");
  area.value = value;
  area.readOnly = true;
  // Inside an open dialog, since everything outside of it is inert.
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}
