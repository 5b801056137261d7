/** The gateway of the messages benchmark, in its own process. It accepts every SMS at once and reports the time to its parent. */
import { startTestGateway, well } from "../../tools/testing/test-gateway.ts";

const gateway = await startTestGateway();
gateway.answer = (sms) => {
  process.send?.({ reference: /\d{8}/.exec(sms.message)?.[0] ?? "", at_ms: sms.at_ms });
  return well();
};
process.on("message", () => process.exit(0));
process.send?.({ url: gateway.config.url });
