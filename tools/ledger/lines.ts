/** A line is longer than the limit. */
export class LineTooLong extends Error {
  override name = "LineTooLong";
}

/**
 * A file's lines; with `bytes_max`, in flat memory. Only a line feed ends a line: node:readline also splits at U+2028,
 * which JSON may contain unescaped.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  bytes_max = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      begun.push(chunk.subarray(from, end));
      yield Buffer.concat(begun).toString();
      begun = [];
      bytes = 0;
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > bytes_max) throw new LineTooLong(`a line is longer than ${bytes_max} bytes`);
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}

const lineFeed = 0x0a;
