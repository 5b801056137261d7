/** The gateway of the messages benchmark, in a process of its own: takes everything at once and tells its parent when. */
import { startTestGateway, well } from "#tools/testing/test-gateway.ts";

const gateway = await startTestGateway();
gateway.answer = (sms) => {
  process.send?.({ reference: /\d{8}/.exec(sms.message)?.[0] ?? "", at_ms: sms.at_ms });
  return well();
};
process.on("message", () => process.exit(0));
process.send?.({ url: gateway.config.url });
