// Lint rules that oxlint does not have. Plain JavaScript, because oxlint loads it with any version of Node.
import { relative, resolve } from "node:path";
import { importProblem } from "./zones.js";

const root = resolve(import.meta.dirname, "../..");

const zoneImports = {
  create(context) {
    const file = relative(root, context.filename).replaceAll("\\", "/");
    const check = (node, source) => {
      const message = typeof source?.value === "string" ? importProblem(file, source.value) : undefined;
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (node) => check(node, node.source),
    };
  },
};

/** In the pure zones, time arrives in the command: `new Date(value)` is allowed, `new Date()` and `Date()` read the clock. */
const noClock = {
  create(context) {
    const check = (node) => {
      const { callee } = node;
      if (callee.type !== "Identifier" || callee.name !== "Date") return;
      if (node.type === "NewExpression" && node.arguments.length > 0) return;
      context.report({ node, message: "A pure zone does not ask for the time: it arrives in the command." });
    };
    return { NewExpression: check, CallExpression: check };
  },
};

/** A module that re-exports other modules hides who uses what, and makes every import load all of them. */
const noReexport = {
  create(context) {
    const check = (node) => {
      if (node.source) context.report({ node, message: "No barrels: import from the file that has it." });
    };
    return { ExportAllDeclaration: check, ExportNamedDeclaration: check };
  },
};

export default {
  meta: { name: "house" },
  rules: { "zone-imports": zoneImports, "no-clock": noClock, "no-reexport": noReexport },
};
