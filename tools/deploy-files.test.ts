/** The files of deploy/ name services, secrets, variables and metrics that exist. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { beforeAll, describe, expect, test } from "vitest";
import { createMetrics } from "#api/serve/metrics.ts";
import type { Commit } from "#ledger/log/writer.ts";
import { readEnvironment } from "./environment.ts";

const folder = join(import.meta.dirname, "../deploy");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

describe("the files for Prometheus and Grafana", () => {
  interface Rule {
    alert: string;
    expr: string;
    labels: { severity: string };
    annotations: { summary: string; what_to_do: string };
  }
  const { groups } = parse(read("watch/alerts.yaml")) as { groups: { name: string; rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(read("watch/dashboard.json")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const panelQueries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const queries = [...rules.map(({ expr }) => expr), ...panelQueries];

  let shown: Set<string>;
  beforeAll(async () => {
    const { registry, ...observe } = createMetrics({
      waiting: () => 0,
      sockets: () => 0,
      lag: async () => ({ positions: 0, seconds: 0 }),
      messages: async () => 0,
      findings: async () => 0,
      backupAge: async () => 0,
      failedMessages: async () => [{ state: "refused", count: 0 }],
      pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
    });
    observe.observeRequest({ method: "GET", route: "/", status: 200, took_ms: 1 });
    observe.observeCommit({ commands: 1, took_ms: 1 } as Commit);
    const text = await registry.metrics();
    shown = new Set([...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name = ""]) => name));
  });

  /** Of Prometheus itself, of node_exporter and of Patroni. */
  const foreign = ["up", "node_filesystem_avail_bytes", "node_filesystem_size_bytes", "patroni_sync_standby"];

  test("every metric that they name is one of the shop's, or of the programs that are named here", () => {
    const named = queries.flatMap((query) => metricsOf(query));
    expect(new Set(named).size).toBeGreaterThan(15);
    expect(named.filter((name) => !shown.has(name) && !foreign.includes(name))).toEqual([]);
  });

  test("every gauge of the shop is on the dashboard", () => {
    const own = [...shown].filter((name) => /^cedibook_(?!.*_(bucket|sum|count)$)/.test(name));
    expect(own.length).toBeGreaterThan(8);
    // The lag has two gauges, and the one in seconds says more.
    const left = own.filter((name) => !panelQueries.join(" ").includes(name));
    expect(left).toEqual(["cedibook_follower_lag_positions"]);
  });

  test("every rule has a name of its own, a condition, a severity and says what to do", () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, expr, labels, annotations } of rules) {
      expect(alert).toMatch(/^[A-Z][A-Za-z]+$/);
      expect(expr, alert).toMatch(/ (>|<|==|!=) \S+$/);
      expect(balance(expr), alert).toBe(0);
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(annotations.summary, alert).toBeTruthy();
      expect(annotations.what_to_do, alert).toBeTruthy();
    }
  });
});

/** The names of metrics in a query: words that are neither functions nor labels. */
function metricsOf(query: string): string[] {
  const plain = query
    .replace(/"[^"]*"/g, '""')
    .replace(/\{[^}]*\}/g, "")
    .replace(/\[[^\]]*\]/g, "")
    .replace(/\bby \([^)]*\)/g, "");
  return [...plain.matchAll(/\b[a-z]\w*\b(?!\s*\()/g)].map(([name]) => name);
}

function balance(query: string): number {
  const count = (sign: string) => query.split(sign).length - 1;
  return Math.abs(count("(") - count(")")) + Math.abs(count("{") - count("}"));
}

describe("compose.yaml", () => {
  interface Service {
    image: string;
    environment?: Record<string, string>;
    secrets?: string[];
    volumes?: string[];
    networks?: string[];
    depends_on?: Record<string, { condition: string }>;
    read_only?: boolean;
    command?: string[];
  }
  const file = parse(read("compose.yaml"), { merge: true }) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
    volumes: Record<string, null>;
    networks: Record<string, unknown>;
  };
  const services = Object.entries(file.services);
  const shops = services.filter(([name]) => name.startsWith("shop"));

  test("the owner's password reaches only the database and the migration", () => {
    const knowing = services.filter(([, { secrets = [] }]) =>
      secrets.some((name) => name.startsWith("owner")),
    );
    expect(knowing.map(([name]) => name)).toEqual(["migrate", "database"]);
    for (const [, { secrets = [] }] of services)
      expect(secrets.filter((name) => !(name in file.secrets))).toEqual([]);
  });

  test("each process of the shop waits for the migration and can write only to volumes", () => {
    expect(shops.map(([name]) => name)).toEqual(["shop", "shop-two"]);
    for (const [, shop] of shops) {
      expect(shop.depends_on).toEqual({ migrate: { condition: "service_completed_successfully" } });
      expect(shop.read_only).toBe(true);
      expect(shop.volumes).toContain("logins:/var/lib/cedibook/logins:ro");
    }
    expect(file.services["migrate"]?.depends_on).toEqual({ database: { condition: "service_healthy" } });
    expect(file.services["database"]?.networks).toEqual(["inside"]);
  });

  test("volumes and networks are declared", () => {
    const volumes = services.flatMap(([, { volumes: list = [] }]) =>
      list.map((one) => one.split(":")[0] ?? ""),
    );
    expect(volumes.filter((name) => !name.startsWith("./") && !(name in file.volumes))).toEqual([]);
    const mounted = volumes.filter((name) => name.startsWith("./"));
    expect(mounted.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
    const networks = services.flatMap(([, { networks: list = [] }]) => list);
    expect(networks.filter((name) => !(name in file.networks))).toEqual([]);
  });

  test("the shop accepts its variables", () => {
    for (const [, { environment = {} }] of shops) expect(unknownVariables(environment)).toEqual([]);
    expect(unknownVariables({ SESION_SECRET_FILE: "x" })).toEqual(["SESION_SECRET_FILE"]);
  });
});

describe("the units of systemd", () => {
  const units = globSync("systemd/*.service", { cwd: folder });

  test.each(units)("%s has the variables and scripts of the shop, and credentials for each file", (unit) => {
    const text = read(unit);
    const pairs = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) => line.split(" "));
    const variables = Object.fromEntries(pairs.map((pair) => pair.split("=") as [string, string]));
    expect(unknownVariables(variables)).toEqual([]);
    const given = [...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => `%d/${name}`);
    const used = Object.values(variables).filter((value) => value.startsWith("%d/"));
    expect(used.sort()).toEqual(given.sort());
    const [, script = ""] = /^ExecStart=.* (tools\/\w+\.ts)/m.exec(text) ?? [];
    expect(existsSync(join(folder, "..", script))).toBe(true);
    expect(text.includes("owner-url")).toBe(unit.includes("migrate"));
  });

  test("the example of the settings has only variables of the shop", () => {
    const names = [...read("systemd/shop.env.example").matchAll(/^(\w+)=/gm)].map(([, name = ""]) => [
      name,
      "",
    ]);
    expect(names.length).toBeGreaterThan(2);
    expect(unknownVariables(Object.fromEntries(names) as Record<string, string>)).toEqual([]);
  });
});

/** The variables that the shop does not read. It asks for each one that it knows, directly or as a file. */
function unknownVariables(variables: Record<string, string>): string[] {
  const asked = new Set<string>();
  const env = new Proxy({} as NodeJS.ProcessEnv, {
    get: (_, name) => {
      asked.add(String(name));
      return undefined;
    },
  });
  readEnvironment(env);
  return Object.keys(variables).filter((name) => !asked.has(name) && name !== "HOME");
}
