import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

const office = "/shell/office/admin-layout.tsx";

/** The pages on which most visits start, with their modules. The code of others is fetched while the user looks at these. The
 * first that fits counts. */
const pages: Record<string, string[]> = {
  "/": [],
  "/register": ["/sign-in/register-page.tsx"],
  "/home": ["/routes/home-frame.tsx", "/home/home-page.tsx"],
  "/home/my-transactions": ["/routes/home-frame.tsx", "/orders/transactions-page.tsx"],
  "/admin/open": [office, "/shell/office/opening/opening-page.tsx"],
  "/admin/orders": [office, "/orders/office/admin-orders-page.tsx"],
  "/admin/*": [office],
};

/** The module that src/boot.ts loads. It is imported dynamically, so the document must preload it. */
const main = "/src/main.tsx";

/**
 * Writes preloads.json: for each of these paths, the scripts that its page will need. The server names them in the
 * document. Otherwise a browser would discover a route's code only after the rest runs, one round trip later.
 */
export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) =>
        entryScripts(bundle)
          .map((name) => `/${name}`)
          .filter((href) => !html.includes(href))
          .map((href) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href },
            injectTo: "head",
          })),
    },
    generateBundle(_, bundle) {
      const { chunks, withImports } = chunksOf(bundle);
      // The document already names these.
      const known = new Set(entryScripts(bundle));
      const lists = Object.entries(pages).map(([path, modules]) => {
        const names = modules.flatMap((module) => {
          const chunk = chunks.find(({ moduleIds }) =>
            moduleIds.some((id) => id.endsWith(`/web/src${module}`)),
          );
          if (chunk === undefined) throw new Error(`No script has web/src${module}.`);
          return withImports(chunk.fileName);
        });
        return [path, [...new Set(names)].filter((name) => !known.has(name)).map((name) => `/${name}`)];
      });
      this.emitFile({
        type: "asset",
        fileName: "preloads.json",
        source: JSON.stringify(Object.fromEntries(lists)),
      });
    },
  };
}

/** The scripts that every page needs first. */
function entryScripts(bundle: Bundle): string[] {
  const { chunks, withImports } = chunksOf(bundle);
  const first = chunks.filter((chunk) => chunk.isEntry || chunk.facadeModuleId?.endsWith(main) === true);
  return [...new Set(first.flatMap((chunk) => withImports(chunk.fileName)))];
}

function chunksOf(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (name: string): string[] => [
    name,
    ...(byName.get(name)?.imports ?? []).flatMap(withImports),
  ];
  return { chunks, withImports };
}
