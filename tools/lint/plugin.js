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

/** What starts programs or second servers: their tests are named x.all or x.deep. */
const startsSomething =
  /^(node:)?(child_process|worker_threads|timers\/promises)$|\/(standby|shop-processes|message-process(es)?|throwaway|embedded)\.ts$/;

/** npm test calls things. What starts, waits for time to pass or rolls dice is in the tier "all" or "deep". */
const testTier = {
  create(context) {
    if (/\.(all|deep)\./.test(context.filename)) return {};
    const report = (node, what) =>
      context.report({ node, message: `npm test ${what}: name the file x.all or x.deep, or do without.` });
    return {
      ImportDeclaration(node) {
        if (startsSomething.test(node.source.value)) report(node, `does not use ${node.source.value}`);
      },
      MemberExpression({ object, property }) {
        if (object.name === "Math" && property.name === "random") report(object, "rolls no dice");
      },
      CallExpression(node) {
        if (node.callee.name === "setTimeout") report(node, "does not wait for time to pass");
      },
    };
  },
};

/** What playwright reads once, at that moment. */
const readsOnce =
  /^(count|is(Visible|Hidden|Disabled|Enabled|Editable|Checked)|(inner|allInner)Texts?|innerHTML|textContent|allTextContents|inputValue|getAttribute|boundingBox)$/;

/** A page draws a moment after what a test did, so a value that is read once is right only by chance. */
const waitForPage = {
  create(context) {
    if (!relative(root, context.filename).startsWith("e2e")) return {};
    return {
      CallExpression(node) {
        const [given] = node.arguments;
        if (node.callee.name !== "expect" || given?.type !== "AwaitExpression") return;
        const method = given.argument.callee?.property?.name ?? "";
        if (!readsOnce.test(method)) return;
        const message = `The page may draw a moment later: await sees(locator).${method}() of e2e/sees.ts waits for the value.`;
        context.report({ node, message });
      },
    };
  },
};

export default {
  meta: { name: "house" },
  rules: {
    "zone-imports": zoneImports,
    "no-clock": noClock,
    "no-reexport": noReexport,
    "test-tier": testTier,
    "wait-for-page": waitForPage,
  },
};
