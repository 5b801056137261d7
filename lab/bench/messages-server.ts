/** The server of the messages benchmark, in its own process, with a gateway or with messages off. */
import { startServer } from "../../api/server.ts";

const [databaseUrl = "", sessionSecret = "", gatewayUrl = ""] = process.argv.slice(2);

let isReporting = false;

const server = await startServer({
  databaseUrl,
  sessionSecret,
  host: "127.0.0.1",
  port: 0,
  shopName: "Cedibook",
  publicUrl: "http://localhost",
  logLevel: "error",
  messages:
    gatewayUrl === ""
      ? { isOff: true }
      : { sms: { url: gatewayUrl, key: "key", sender: "Cedibook", success: /^200 .*"code":"ok"/s } },
  onCommit: ({ position }) => {
    if (isReporting) process.send?.({ position, at_ms: performance.timeOrigin + performance.now() });
  },
});

process.on("message", (message) => {
  if (message === "report commits") isReporting = true;
  else void server.close().then(() => process.exit(0));
});
process.send?.({ url: server.url });
