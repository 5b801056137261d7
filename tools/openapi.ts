// npm run openapi: writes docs/openapi.json anew. A test holds it to the contract, so that a change of the wire shows.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiDocument } from "#api/docs/document.ts";

const file = join(import.meta.dirname, "../docs/openapi.json");
await writeFile(file, `${JSON.stringify(apiDocument("Cedibook"), null, 2)}\n`);
console.log("Written: docs/openapi.json");
