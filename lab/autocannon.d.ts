/** The part of autocannon that the lab uses: it has no types of its own, and the shop's check does without its package. */
declare module "autocannon" {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  interface Options extends Request {
    url: string;
    connections: number;
    /** In seconds. */
    duration?: number;
    /** Ends after this many requests. */
    amount?: number;
    /** How often it looks whether it should end, in ms. */
    sampleInt: number;
    requests: { setupRequest: (request: Request) => Request }[];
  }

  interface Result {
    errors: number;
    timeouts: number;
    non2xx: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  interface Run extends PromiseLike<Result> {
    on(
      event: "response",
      listener: (client: unknown, status: number, bytes: number, took_ms: number) => void,
    ): this;
  }

  export default function autocannon(options: Options): Run;
}
