/** The SMS gateway of the messages benchmark, in its own process. It accepts every SMS at once and tells its parent when. */
import { startTestGateway, well } from "../../tools/testing/test-gateway.ts";
import { answerParent, tellParent } from "../parent.ts";

export interface Taken {
  /** Of the order. */
  reference: string;
  at_ms: number;
}

answerParent({
  async start() {
    const gateway = await startTestGateway();
    gateway.answer = ({ message, at_ms }) => {
      tellParent({ reference: /\d{8}/.exec(message)?.[0] ?? "", at_ms } satisfies Taken);
      return well();
    };
    return gateway.config.url;
  },
});
