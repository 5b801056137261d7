// npm run build: builds the page for a server that has only the packages it runs on (NODE_ENV=production).
import { buildWeb } from "./build-web.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

await runMain(async () => {
  if (process.argv.length > 2) throw new StartError("usage: npm run build");
  console.log(`The page is in ${await buildWeb(console.log)}`);
});
