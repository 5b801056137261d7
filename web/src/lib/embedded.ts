import type { Answer } from "./api.ts";

/** What the server has put into the document (api/http/embedded.ts): answers that the page would ask for first thing. */
interface Embedded {
  position: number;
  /** By the path of the call. */
  answers: Record<string, unknown>;
}

let embedded: Embedded | undefined;

/** An answer that came with the document. Once only: the next time it is asked for, it may be old. */
export function takeEmbedded<T>(path: string): Answer<T> | undefined {
  embedded ??= read();
  const { position, answers } = embedded;
  const data = answers[path];
  if (data === undefined) return undefined;
  delete answers[path];
  return { data: data as T, position };
}

function read(): Embedded {
  // The worker and the tests of the calls have no document.
  const text = globalThis.document?.getElementById("embedded")?.textContent ?? "";
  return text === "" ? { position: 0, answers: {} } : (JSON.parse(text) as Embedded);
}
