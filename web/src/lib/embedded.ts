import { keepLogName } from "./log-names.ts";

/** The answer's data, and the log position that its rows are at least as new as. */
export interface Answer<T> {
  data: T;
  position: number;
}

/** What the server has embedded in the document (api/page/page.ts): the answers that the page needs first. */
interface Embedded {
  position: number;
  /** By the path of the call. */
  answers: Record<string, unknown>;
}

let embedded: Embedded | undefined;

/** Takes an answer that came with the document. Only once: later it may be outdated. */
export function takeEmbedded<T>(path: string): Answer<T> | undefined {
  embedded ??= read();
  const { position, answers } = embedded;
  const data = answers[path];
  if (data === undefined) return undefined;
  delete answers[path];
  return { data: data as T, position };
}

function read(): Embedded {
  const answers = (readBlock("embedded") ?? {}) as Embedded["answers"];
  const position = Number(readBlock("embedded-position") ?? 0);
  const log = readBlock("embedded-log");
  keepLogName(position, typeof log === "string" ? log : null);
  return { position, answers };
}

/** The storm's worker and the unit tests have no document. */
function readBlock(id: string): unknown {
  const text = globalThis.document?.getElementById(id)?.textContent ?? "";
  return text === "" ? undefined : JSON.parse(text);
}
