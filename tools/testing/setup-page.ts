import { buildWeb } from "../build-web.ts";
import { findBrowser } from "./browser.ts";

/** Global setup of the browser tests: does the slow work once, before the workers start. */
export default async function setup(): Promise<void> {
  const log = (line: string) => console.log(line);
  await buildWeb(log);
  await findBrowser(log);
}
