import type { Plugin } from "vite";

/** The routes a visit begins with; the code of any other is fetched while somebody looks at these. */
const routes: Record<string, string[]> = {
  "/": ["index"],
  "/register": ["register"],
  "/home": ["home", "home.index"],
  "/home/my-transactions": ["home", "home.my-transactions"],
};

/**
 * Writes preloads.json: for each of those paths the scripts that its page will ask for, so that the server can name them
 * in the document. Without it a browser learns of a route's code only once the rest runs: one more round trip.
 */
export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const withImports = (name: string): string[] => [
        name,
        ...(byName.get(name)?.imports ?? []).flatMap(withImports),
      ];
      const entry = chunks.find((chunk) => chunk.isEntry);
      // The document names these already.
      const known = new Set(entry === undefined ? [] : withImports(entry.fileName));
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

function isComponentOf(id: string | null, route: string): boolean {
  return id?.includes(`/routes/${route}.tsx?tsr-split=component`) === true;
}
