import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dumpSchema } from "./dump-schema.ts";
import { Kysely, PostgresDialect } from "kysely";
import { generate, PostgresDialect as CodegenDialect, RawExpressionNode } from "kysely-codegen";
import { openToolPool } from "./tool-pool.ts";

const root = join(import.meta.dirname, "../..");

/** The files that are generated from the migrations. `npm run migrate -- write` updates them, and a test compares them with
 *  a freshly migrated database. */
export async function generatedFiles(databaseUrl: string): Promise<{ path: string; text: string }[]> {
  return [
    { path: join(root, "migrations/schema.sql"), text: await dumpSchema(databaseUrl) },
    { path: join(root, "ledger/tables/database.ts"), text: await generateDatabaseTypes(databaseUrl) },
  ];
}

/** Where the types of the columns below are declared. */
const typeFiles = {
  "ledger/core/rows/products": ["Package"],
  "contract/terms/messages": ["CardNumberMode", "Templates"],
  "contract/terms/rejections": ["Rejection"],
  "contract/terms/shops": ["ShopRules"],
  "contract/terms/statuses": [
    "AccountStatus",
    "Level",
    "OrderStatus",
    "ProductStatus",
    "SalesStatus",
    "TopupPurpose",
    "TopupStatus",
  ],
};

/** Columns with a closed list of values (a CHECK constraint), or with JSON that only the ledger writes. */
const columnTypes = {
  "ledger.account.level": "Level",
  "ledger.account.status": "AccountStatus",
  "ledger.command.rejection": "Rejection | null",
  "ledger.order.status": "OrderStatus",
  "ledger.product.packages": "Package[]",
  "ledger.product.status": "ProductStatus",
  "ledger.sales_by_day.status": "SalesStatus",
  "ledger.settings.card_number": "CardNumberMode",
  "ledger.settings.shop_rules": "ShopRules",
  "ledger.settings.templates": "Templates",
  "ledger.topup.purpose": "TopupPurpose",
  "ledger.topup.status": "TopupStatus",
};

/**
 * The text of ledger/tables/database.ts, generated from a migrated database: Kysely's types of the tables on which it builds
 * a query. The others are only asked in SQL.
 */
export async function generateDatabaseTypes(databaseUrl: string): Promise<string> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openToolPool(databaseUrl, "types") }),
  });
  try {
    const text = await generate({
      db,
      // Tables of the default schema get no schema in their names. None of ours are in it.
      dialect: new CodegenDialect({ defaultSchemas: ["public"] }),
      defaultSchemas: ["public"],
      includePattern: `{${(await builtOn()).join(",")}}`,
      camelCase: false,
      outFile: null,
      // Pesewas and positions are below 2^53. The store parses int8 to a number and refuses an unsafe one.
      // Times and days are text, because a Date would cut off the microseconds.
      typeMapping: { int8: "number", timestamptz: "string", date: "string" },
      overrides: {
        columns: Object.fromEntries(
          Object.entries(columnTypes).map(([column, type]) => [column, new RawExpressionNode(type)]),
        ),
      },
    });
    return text.replace(kyselyImport, `${kyselyImport}\n${typeImports()}`);
  } finally {
    await db.destroy();
  }
}

/** "ledger.order" and the like, wherever the builder takes a table: `selectFrom("ledger.order as o")`. */
const tableOfBuilder = /(?:From|Into|Table|Join)\(\s*"(?<table>(?:ledger|shop)\.\w+)/g;

async function builtOn(): Promise<string[]> {
  const tables = new Set<string>();
  for await (const file of glob("{api,ledger,tools}/**/*.ts", { cwd: root })) {
    const text = await readFile(join(root, file), "utf8");
    for (const { groups } of text.matchAll(tableOfBuilder)) tables.add(groups?.["table"] ?? "");
  }
  return [...tables].sort();
}

const kyselyImport = 'import type { ColumnType } from "kysely";';

/** kysely-codegen writes no imports for types in `overrides`. */
function typeImports(): string {
  return Object.entries(typeFiles)
    .map(([file, types]) => `import type { ${types.join(", ")} } from "#${file}.ts";`)
    .join("\n");
}
