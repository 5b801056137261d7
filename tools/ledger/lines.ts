/** A line is longer than the limit. */
export class LineTooLong extends Error {
  override name = "LineTooLong";
}

/**
 * A file's lines. `bytes_max` limits the length of a line, and so the memory. Only a line feed ends a line: node:readline
 * also splits at U+2028, which JSON may contain unescaped.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  bytes_max = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      parts.push(chunk.subarray(from, end));
      yield Buffer.concat(parts).toString();
      parts = [];
      bytes = 0;
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > bytes_max) throw new LineTooLong(`a line is longer than ${bytes_max} bytes`);
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString();
}

const lineFeed = 0x0a;
