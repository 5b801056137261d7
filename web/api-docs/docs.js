// Shows the API's description. It asks no server but this one, and keeps no key.
const answer = await fetch("/api/openapi.json");
const spec = await answer.json();
// Swagger UI needs 10 s for a description of this size in OpenAPI 3.1, and half a second for the same in 3.0. What it
// shows differs only in the version.
spec.openapi = "3.0.4";
spec.info.description +=
  "\n\nThis description is also available as [an OpenAPI 3.1 document](/api/openapi.json).";

const dark = matchMedia("(prefers-color-scheme: dark)");
const applyTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", applyTheme);
applyTheme();

globalThis.SwaggerUIBundle({
  spec,
  dom_id: "#docs",
  deepLinking: true,
  // With all lists open it draws for minutes.
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  // Otherwise a public server checks the description.
  validatorUrl: null,
});
