// Which zone may import which, and which room of the ledger, the API and the page. TypeScript's project references make a wrong import between zones a compile error. This
// table explains the error, and also checks packages and relative paths, which references don't.

/** Shared by the zones of the page. They are one project, so they import each other by relative paths. */
const page = {
  project: "web",
  packages: "all",
  not: [
    "node:*",
    "zod",
    "pg",
    "pg-listen",
    "kysely",
    "kysely/*",
    "hono",
    "hono/*",
    "@hono/*",
    "pino",
    "ws",
    "canonicalize",
    "@node-rs/*",
  ],
};

const belowApi = ["contract", "ledger", "ledger/decide", "ledger/core", "contract/terms"];
const belowTools = ["tools/testing/live", "migrations", "api", ...belowApi];

/** A file's zone is the first one that `has` it, or whose folder contains it. A package may end in *; "all" allows every package but `not`. */
const zones = [
  { folder: "contract/terms", zones: [], packages: [] },
  { folder: "ledger/core", zones: ["contract/terms"], packages: [] },
  // The rules and reads of a noun, and what decides with all rules: neither Node nor a connection.
  {
    folder: "ledger/decide",
    has: /^ledger\/(decide|users|shops|products|settings|orders|topups|suppliers|payments|withdrawals|approvals)\//,
    project: "ledger",
    zones: ["ledger", "ledger/core", "contract/terms"],
    packages: ["kysely"],
  },
  {
    folder: "ledger",
    project: "ledger",
    zones: ["ledger/decide", "ledger/core", "contract/terms"],
    packages: ["node:*", "pg", "kysely", "pg-listen", "zod", "canonicalize"],
  },
  { folder: "contract", zones: ["contract/terms"], packages: ["valibot"] },
  {
    folder: "api",
    zones: belowApi,
    packages: "all",
    not: ["react", "react-dom", "@tanstack/*", "vite", "vitest"],
  },
  // Only the routes may import the office's parts of a room, so that customers never load their code.
  {
    folder: "web/src/office",
    has: /^web\/src\/(.+\/)?office\//,
    zones: ["web", "contract", "contract/terms"],
    ...page,
  },
  {
    folder: "web/src/routes",
    has: /^web\/src\/(routes\/|(boot|main|router|follow-session)\.)/,
    zones: ["web", "web/src/office", "contract", "contract/terms"],
    ...page,
  },
  { folder: "web", zones: ["contract", "contract/terms"], ...page },
  { folder: "migrations", zones: [], packages: ["node:*", "kysely", "kysely/*", "pg"] },
  {
    // The live clients of tests and of the storm are the page's own code.
    folder: "tools/testing/live",
    zones: ["web", "web/src/office", "contract"],
    packages: ["node:*", "@tanstack/react-query"],
  },
  {
    folder: "tools",
    zones: belowTools,
    packages: "all",
    not: ["react", "react-dom"],
  },
  {
    // A package of its own, where # would mean its own package.json: it names files of the shop by their path.
    folder: "lab",
    byPath: true,
    zones: ["tools", ...belowTools],
    packages: "all",
    not: ["react", "react-dom"],
  },
];

/**
 * Rooms from the ground up. A room imports only what stands before it; files beside them stand on top. The office's part of a
 * room of the page is its folder `office`.
 */
const floors = {
  "ledger/": [
    "core",
    "connect",
    "tables",
    "products",
    "settings",
    "users",
    "shops",
    "orders",
    "topups",
    "suppliers",
    "payments",
    "withdrawals",
    "approvals",
    "decide",
    "log",
    "verify",
    "books",
    "reports",
  ],
  "api/": [
    "serve",
    "auth",
    "backup",
    "rails",
    "messages",
    "shop.ts",
    "books",
    "move-in",
    "approvals",
    "settings",
    "products",
    "users",
    "shops",
    "orders",
    "topups",
    "receipts",
    "suppliers",
    "withdrawals",
    "payments",
    "guest-orders",
    "personal-data",
    "reports",
    "live",
    "page",
    "sign-in",
  ],
  "web/src/": [
    "lib",
    "live",
    "ui",
    "receipts",
    "office",
    "products",
    "move-in",
    "messages",
    "users",
    "notifications",
    "settings",
    "suppliers",
    "shops",
    "withdrawals",
    "sign-in",
    "topups",
    "check",
    "payments",
    "orders",
    "approvals",
    "books",
    "home",
    "reports",
    "shell",
  ],
};

/** Explains why an import is wrong; undefined if it is allowed. `file` is relative to the repository. */
export function importProblem(file, specifier) {
  const zone = zoneOf(file);
  if (zone === undefined) return undefined;
  const target = targetOf(file, specifier);
  if (target === undefined) return packageProblem(zone, specifier);
  const targetZone = zoneOf(target);
  if (targetZone === zone) return floorProblem(file, target);
  if (targetZone === undefined || !zone.zones.includes(targetZone.folder)) {
    const allowed = zone.zones.length === 0 ? "no other zone" : `only ${zone.zones.join(", ")}`;
    return `${zone.folder} imports ${allowed}, not ${targetZone?.folder ?? target}.`;
  }
  // contract/terms is inside contract, so a relative path to it does not leave the folder.
  if (targetZone.folder.startsWith(`${zone.folder}/`)) return undefined;
  if (zone.project !== undefined && zone.project === targetZone.project) return floorProblem(file, target);
  return specifier.startsWith(".") && !zone.byPath
    ? `Another zone is imported by its name: #${target}.`
    : undefined;
}

function packageProblem(zone, specifier) {
  const matches = (pattern) =>
    pattern.endsWith("*") ? specifier.startsWith(pattern.slice(0, -1)) : specifier === pattern;
  if (zone.packages === "all") {
    return zone.not.some(matches) ? `${zone.folder} does not use ${specifier}.` : undefined;
  }
  if (zone.packages.some(matches)) return undefined;
  const allowed = zone.packages.length === 0 ? "no package" : `only ${zone.packages.join(", ")}`;
  return `${zone.folder} imports ${allowed}, not ${specifier}.`;
}

function floorProblem(file, target) {
  const house = Object.keys(floors).find((folder) => file.startsWith(folder) && target.startsWith(folder));
  if (house === undefined) return undefined;
  const [room, targetRoom] = [file, target].map((path) => path.slice(house.length).split("/")[0]);
  if (floorOf(house, room) < floorOf(house, targetRoom))
    return `${room} is below ${targetRoom}, and imports nothing of it.`;
  // Routes load the office's pages when they are opened.
  if (house === "web/src/" && room !== "routes" && isOfOffice(target) && !isOfOffice(file))
    return `${target} is of the office, and only parts of the office import it.`;
  return undefined;
}

function floorOf(house, room) {
  const floor = floors[house].indexOf(room);
  return floor === -1 ? floors[house].length : floor;
}

const isOfOffice = (path) => path.split("/").includes("office");

function zoneOf(path) {
  return zones.find(({ folder, has }) => has?.test(path) ?? path.startsWith(`${folder}/`));
}

/** The path in the repository that a specifier refers to; undefined for a package. */
function targetOf(file, specifier) {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (!specifier.startsWith(".")) return undefined;
  return new URL(specifier, `file:///${file}`).pathname.slice(1);
}
