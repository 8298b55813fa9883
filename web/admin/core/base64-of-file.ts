const CHUNK_BYTES = 0x8000;

/** The bytes of a file in base64. Rejects when it cannot be read, as after it was changed. */
export async function base64OfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const chunks: string[] = [];
  // Each byte is an argument, of which a call takes so many.
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    chunks.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
  }
  return btoa(chunks.join(""));
}
