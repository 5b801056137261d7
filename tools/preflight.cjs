// Runs before every npm script, on the machine's own Node, so it is plain old JavaScript without packages. It installs
// missing packages, and makes sure that `node` in the script itself is Node 24. `preflight.cjs SCRIPT lab` also installs
// the packages of the lab, which the shop does without.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { spawnSync } = require("node:child_process");

const nodeMajorMin = 20;
const root = path.resolve(__dirname, "..");
/** What a server runs. With NODE_ENV=production, these do without the packages that only building and testing need. */
const runs = ["start", "migrate", "admin", "keys", "ledger", "backup", "restore", "move-in", "move-out"];
const isLean = process.env.NODE_ENV === "production" && runs.includes(process.argv[2]);

main();

function main() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < nodeMajorMin) {
    fail(
      `Cedibook needs Node ${nodeMajorMin} or later to install itself; this is Node ${process.versions.node}.`,
    );
  }
  requirePackages(root, "packages");
  requireOwnNode();
  if (process.argv[3] === "lab") requirePackages(path.join(root, "lab"), "the packages of the lab");
}

function requirePackages(folder, name) {
  const reason = whyInstall(folder);
  if (reason !== undefined) install(folder, name, reason);
}

/** npm writes what it has installed into node_modules/.package-lock.json, so comparing that with package-lock.json is exact.
 *  Comparing file times would be wrong after every git checkout. */
function whyInstall(folder) {
  const wanted = readLock(path.join(folder, "package-lock.json"));
  if (wanted === undefined) fail("package-lock.json is missing: this is not a complete copy of Cedibook.");
  const installed = readLock(path.join(folder, "node_modules", ".package-lock.json"));
  if (installed === undefined) return "they are not installed yet";
  for (const [name, entry] of Object.entries(wanted)) {
    if (name === "" || entry.optional || (isLean && (entry.dev || entry.devOptional))) continue;
    const present = installed[name];
    if (present === undefined) return `${name.replace(/^.*node_modules\//, "")} is not installed yet`;
    if (present.version !== entry.version || present.integrity !== entry.integrity) {
      return `package-lock.json asks for another version of ${name.replace(/^.*node_modules\//, "")}`;
    }
  }
  return undefined;
}

function readLock(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

function install(folder, name, reason) {
  console.log(`Installing ${name} with npm ci, because ${reason} …`);
  // Otherwise dev packages too, even if NODE_ENV is production, because Vite builds the page.
  const which = isLean ? "--omit=dev" : "--include=dev";
  const result = npm(folder, ["ci", which, "--no-fund", "--no-audit", "--loglevel=error"]);
  if (result.error) fail(`npm could not be run (${result.error.message}): install npm, it comes with Node.`);
  if (result.status !== 0) {
    fail(
      "npm ci failed, see its output above: the usual reasons are no network, a full disk or no write permission.",
    );
  }
}

function npm(folder, args) {
  const options = { cwd: folder, stdio: ["ignore", "inherit", "inherit"] };
  const script = process.env.npm_execpath;
  if (script && script.endsWith("npm-cli.js") && fs.existsSync(script)) {
    return spawnSync(process.env.npm_node_execpath || process.execPath, [script, ...args], options);
  }
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}

/** The scripts are TypeScript and need the Node of node_modules. It is missing if npm may not run install scripts. */
function requireOwnNode() {
  const wanted = require(path.join(root, "package.json")).dependencies.node;
  if (ownNodeVersion() === wanted) return;
  console.log(`Fetching Node ${wanted}, which the scripts run on.`);
  npm(root, ["rebuild", "node", "--ignore-scripts=false", "--loglevel=error"]);
  const found = ownNodeVersion();
  if (found === wanted) return;
  fail(
    `Node ${wanted} is missing from node_modules${found ? ` (there is ${found})` : ""}: ` +
      "npm was not allowed to run its install script. Allow it (npm config ignore-scripts false) and delete node_modules.",
  );
}

function ownNodeVersion() {
  const file = path.join(
    root,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  const result = spawnSync(file, ["--version"], { encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim().replace(/^v/, "") : undefined;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
