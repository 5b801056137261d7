import { isPowerful } from "../start/limited-login.ts";
import { migrate, requireMigrated } from "./migrate.ts";

/**
 * Migrates with the login of the owner; with another, which can't, it only looks.
 * @throws StartError if the database is not at this version afterwards
 */
export async function bringUpToDate(url: string): Promise<void> {
  await ((await isPowerful(url)) ? migrate : requireMigrated)(url);
}
