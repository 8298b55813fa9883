/** Text in the encodings that files come in. `utf-8-mark` and both of UTF-16 begin with a byte order mark. */
export type Written =
  | "utf-8"
  | "utf-8-mark"
  | "utf-16le"
  | "utf-16be"
  | `windows-125${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

/** What a program writes for a character that a code page lacks. */
const NEAREST: Readonly<Record<string, string>> = { "−": "-", "\u202f": "\u00a0" };

export function encode(text: string, encoding: Written): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-8-mark") return new TextEncoder().encode(`\ufeff${text}`);
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    const bytes = new DataView(new ArrayBuffer(2 * text.length + 2));
    const isLittle = encoding === "utf-16le";
    bytes.setUint16(0, 0xfeff, isLittle);
    for (let i = 0; i < text.length; i += 1) bytes.setUint16(2 * i + 2, text.charCodeAt(i), isLittle);
    return new Uint8Array(bytes.buffer);
  }
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder(encoding).decode(new Uint8Array([byte])), byte]),
  );
  return Uint8Array.from(text, (character) => {
    const byte = byteOf.get(character) ?? byteOf.get(NEAREST[character] ?? "");
    if (byte === undefined) throw new Error(`${encoding} has no ${character}`);
    return byte;
  });
}
