/** Makes a value again only if an argument has changed since the last call. */
export function rememberLast<T>(make: (...parts: string[]) => T): (...parts: string[]) => T {
  let last: { parts: string[]; made: T } | undefined;
  return (...parts) => {
    if (!last || parts.some((part, index) => part !== last?.parts[index]))
      last = { parts, made: make(...parts) };
    return last.made;
  };
}
