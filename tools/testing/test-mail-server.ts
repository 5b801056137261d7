/** A real SMTP server on its own port, for tests. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface TestMailServer {
  url: string;
  /** The letters as they came over the wire. */
  letters: { to: string; source: string }[];
  /** All recipients that were named, accepted or not. */
  asked: number;
  /** Sets how it behaves next. `drop` cuts the connection in the middle of the letter. */
  mood: "well" | "refuse" | "busy" | "drop";
  close(): Promise<void>;
}

/** @param into becomes the server */
export async function startTestMailServer(into = {} as TestMailServer): Promise<TestMailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo(_address, _session, callback) {
      mail.asked += 1;
      if (mail.mood === "refuse") callback(smtpError(550, "5.1.1 No such mailbox"));
      else if (mail.mood === "busy") callback(smtpError(451, "4.3.2 Come back later"));
      else callback();
    },
    onData(stream, session, callback) {
      let source = "";
      stream.on("data", (chunk: Buffer) => {
        source += chunk.toString();
        if (mail.mood === "drop") cut(session.remotePort);
      });
      stream.on("end", () => {
        if (mail.mood === "drop") return;
        const [to] = session.envelope.rcptTo;
        mail.letters.push({ to: to?.address ?? "", source });
        callback();
      });
    },
  });
  // Some tests cut connections on purpose.
  server.on("error", () => undefined);
  const cut = (port: number) => {
    for (const connection of server.connections) {
      const { remotePort, _socket: socket } = connection as unknown as {
        remotePort: number;
        _socket: { destroy(): void };
      };
      if (remotePort === port) socket.destroy();
    }
  };
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const mail: TestMailServer = Object.assign(into, {
    url: `smtp://127.0.0.1:${port}`,
    letters: [],
    asked: 0,
    mood: "well",
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
  return mail;
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
