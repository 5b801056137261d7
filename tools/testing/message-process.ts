/** A separate API process for tests that kill it, with short timeouts. It prints its address. */
import type { MessagePatience } from "#api/messages/options.ts";
import { startServer } from "#api/server.ts";

const [databaseUrl = "", sessionSecret = "", gatewayUrl = "", patience = "{}"] = process.argv.slice(2);

const server = await startServer({
  databaseUrl,
  sessionSecret,
  host: "127.0.0.1",
  port: 0,
  shopName: "Cedibook",
  publicUrl: "http://localhost",
  logLevel: "silent",
  messages: {
    sms:
      gatewayUrl === ""
        ? undefined
        : { url: gatewayUrl, key: "key", sender: "Cedibook", success: /^200 .*"code"\s*:\s*"ok"/s },
    allowPrivateAddresses: true,
    patience: JSON.parse(patience) as Partial<MessagePatience>,
  },
});
process.stdout.write(`${server.url}\n`);
