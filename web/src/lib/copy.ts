/** There is no clipboard API on plain http. There the old copy command still works from a selected field. */
export async function copyText(value: string): Promise<boolean> {
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(value);
      return true;
    } catch {
      // Refused. The old command may still be allowed.
    }
  }
  const area = document.createElement("textarea");
  area.value = value;
  area.readOnly = true;
  // The field goes into an open dialog, because everything outside it is inert.
  (document.querySelector("[role=dialog], [role=alertdialog]") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}
