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
