import { createReadStream } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);
const here = fileURLToPath(new URL(".", import.meta.url));
const reference = join(here, "../node_modules/@scalar/api-reference/dist/browser");
const address = "/api-docs/";

/**
 * Adds the files of the API's documentation (api/docs/page.ts): our script, and Scalar's API reference from its npm
 * package, so that a shop needs no package for it at run time and asks no other server.
 */
export function apiDocs(): Plugin {
  return {
    name: "api-docs",
    configureServer({ middlewares }) {
      middlewares.use(address, (request, response, next) => {
        const name = (request.url ?? "").split("?")[0] ?? "";
        if (!/^(\/[\w.-]+)+\.js$/.test(name) || name.includes("..")) return next();
        response.setHeader("content-type", "text/javascript");
        createReadStream(sourceOf(name)).on("error", next).pipe(response);
      });
    },
    async writeBundle({ dir }) {
      const target = join(dir ?? "", address);
      const chunks = (await readdir(join(reference, "chunks"))).filter((name) => name.endsWith(".js"));
      const names = ["/docs.js", "/standalone.esm.js", ...chunks.map((name) => `/chunks/${name}`)];
      await Promise.all(names.map((name) => copy(sourceOf(name), join(target, name))));
    },
  };
}

function sourceOf(name: string): string {
  return name === "/docs.js" ? join(here, "api-docs/docs.js") : join(reference, name);
}

/** With a compressed copy. Quality 9 is within 5 % of the best, in a tenth of its time. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await writeFile(`${to}.br`, await compress(await readFile(from), { params }));
}
