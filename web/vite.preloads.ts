import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

/** The routes a visit begins with; the code of any other is fetched while somebody looks at these. */
const routes: Record<string, string[]> = {
  "/": ["index"],
  "/register": ["register"],
  "/home": ["home", "home.index"],
  "/home/my-transactions": ["home", "home.my-transactions"],
};

/** What src/boot.ts begins with: the document itself names its code, since it is not imported statically. */
const main = "/src/main.tsx";

/**
 * Writes preloads.json: for each of those paths the scripts that its page will ask for, so that the server can name them
 * in the document. Without it a browser learns of a route's code only once the rest runs: one more round trip.
 */
export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) =>
        begin(bundle)
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
      // The document names these already.
      const known = new Set(begin(bundle));
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

/** The scripts that every page begins with. */
function begin(bundle: Bundle): string[] {
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
