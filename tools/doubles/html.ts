/** The plain pages of the doubles. */

export function escapeHtml(text: string): string {
  const names: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };
  return text.replaceAll(/[&<>"']/g, (one) => `&${names[one]};`);
}

/** @param content HTML */
export function htmlPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; }
  td, th { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
  button, input, select { font: inherit; min-height: 3rem; padding: 0 1rem; max-width: 100%; }
  form { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0; }
  td form { display: inline-flex; margin: 0 0.25rem 0.25rem 0; }
  .note { border: 2px solid; padding: 0.5rem 1rem; }
  .scroll { overflow-x: auto; }
</style>
<p class="note">This is play money. Nobody pays anything here.</p>
<h1>${escapeHtml(title)}</h1>
${content}
</html>
`;
}

/** A button that posts these fields. */
export function form(fields: Record<string, string>, label: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post">${inputs.join("")}<button>${label}</button></form>`;
}

const rows_max = 30;

/** The first rows only. @param lastCells HTML for a last column */
export function htmlTable(
  heads: readonly string[],
  rows: readonly string[][],
  lastCells: readonly string[] = [],
): string {
  const cells = rows.map((row) => row.map((text) => `<td>${escapeHtml(text)}</td>`).join(""));
  const shown = cells.map((row, index) => `<tr>${row}<td>${lastCells[index] ?? ""}</td></tr>`);
  return `<div class="scroll"><table><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>${shown.slice(0, rows_max).join("")}</table></div>`;
}
