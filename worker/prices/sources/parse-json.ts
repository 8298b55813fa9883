/** Parses JSON; null when it is invalid. The caller validates the shape anyway. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
