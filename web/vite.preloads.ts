import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

/** The routes on which most visits start. The code of other routes is fetched while the user looks at these. */
const routes: Record<string, string[]> = {
  "/": ["index"],
  "/register": ["register"],
  "/home": ["home", "home.index"],
  "/home/my-transactions": ["home", "home.my-transactions"],
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
      const lists = Object.entries(routes).map(([path, files]) => {
        const names = files.flatMap((file) => {
          const chunk = chunks.find((each) => isComponentOf(each.facadeModuleId, file));
          return chunk === undefined ? [] : withImports(chunk.fileName);
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

function isComponentOf(id: string | null, route: string): boolean {
  return id?.includes(`/routes/${route}.tsx?tsr-split=component`) === true;
}
