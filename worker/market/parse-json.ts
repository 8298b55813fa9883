/** What a text says as JSON, or null when it says nothing: whoever reads it checks its shape anyway. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
