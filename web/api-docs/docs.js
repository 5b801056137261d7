// Shows the API's description. It asks no server but this one, and keeps no key.
import { createApiReference } from "./standalone.esm.js";

createApiReference("#docs", {
  url: "/api/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  authentication: { preferredSecurityScheme: "apiKey" },
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: "direct",
});
