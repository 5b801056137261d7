import { createReadStream } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);
const here = fileURLToPath(new URL(".", import.meta.url));
const reference = join(here, "../node_modules/swagger-ui-dist");
const address = "/api-docs/";

const sources: Record<string, string> = {
  "docs.js": join(here, "api-docs/docs.js"),
  "docs.css": join(here, "api-docs/docs.css"),
  "swagger-ui.css": join(reference, "swagger-ui.css"),
  "swagger-ui-bundle.js": join(reference, "swagger-ui-bundle.js"),
};
const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" };

/**
 * Adds the files of the API's documentation (api/serve/docs/page.ts): our script, and Swagger UI from its npm package, so
 * that a shop needs no package for it at run time and asks no other server.
 */
export function apiDocs(): Plugin {
  return {
    name: "api-docs",
    configureServer({ middlewares }) {
      middlewares.use(address, (request, response, next) => {
        const name = (request.url ?? "").split("?")[0]!.slice(1);
        const source = sources[name];
        if (source === undefined) return next();
        response.setHeader("content-type", types[extname(name)]!);
        createReadStream(source).on("error", next).pipe(response);
      });
    },
    async writeBundle({ dir }) {
      const target = join(dir ?? "", address);
      await Promise.all(Object.entries(sources).map(([name, source]) => copy(source, join(target, name))));
    },
  };
}

/** With a compressed copy. Quality 9 is within 5 % of the best, in a tenth of its time. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await writeFile(`${to}.br`, await compress(await readFile(from), { params }));
}
