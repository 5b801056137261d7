/** Replaces a client's connection in tests of what the server sends. */
/** Accepts what is written at once, or collects it until `flush`. */
export class FakeWire {
  sent: string[] = [];
  onSent: (text: string) => void = () => undefined;
  bufferedAmount = 0;
  slow = false;
  ended: string[] = [];
  pings = 0;
  /** How many corks have not been uncorked. */
  corks = 0;
  #callbacks: (() => void)[] = [];
  #pong: () => void = () => undefined;

  send(message: Buffer, _options: { binary: boolean }, sent: (error?: Error | null) => void): void {
    this.sent.push(message.toString());
    this.onSent(message.toString());
    if (!this.slow) return sent();
    this.bufferedAmount += message.length;
    this.#callbacks.push(sent);
  }

  flush(): void {
    this.bufferedAmount = 0;
    for (const sent of this.#callbacks.splice(0)) sent();
  }

  cork(): void {
    this.corks += 1;
  }

  uncork(): void {
    this.corks -= 1;
  }

  ping(): void {
    this.pings += 1;
  }

  pong(): void {
    this.#pong();
  }

  on(_event: "pong", heard: () => void): void {
    this.#pong = heard;
  }

  close(code?: number): void {
    this.ended.push(`close ${code}`);
  }

  terminate(): void {
    this.ended.push("terminate");
  }
}
