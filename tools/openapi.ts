// npm run openapi: updates docs/openapi.json. A test compares the file with the contract, so that no change of the wire is
// overlooked.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiDocument } from "#api/serve/docs/document.ts";

const file = join(import.meta.dirname, "../docs/openapi.json");
await writeFile(file, `${JSON.stringify(apiDocument("Cedibook"), null, 2)}\n`);
console.log("Written: docs/openapi.json");
