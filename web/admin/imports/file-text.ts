import { FILE_FAULT_TEXT } from "./fault-text.ts";
import { UnreadableFile } from "./source-row.ts";

/** Small enough that one piece is parsed between two frames. */
const PIECE_BYTES = 64 * 1024;

/** Streams the bytes of a file, piece by piece. @param onRead called with the number of bytes read so far */
export async function* bytesOf(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    const bytes = new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer());
    onRead(from + bytes.length);
    yield bytes;
  }
}

/** Decodes bytes: UTF-8, or UTF-16 as MetaTrader writes its HTML. @throws UnreadableFile for another encoding */
export async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined;
  const decode = (piece?: Uint8Array): string => {
    decoder ??= new TextDecoder(encodingOf(piece ?? new Uint8Array()), { fatal: true });
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new UnreadableFile(FILE_FAULT_TEXT.encoding);
    }
  };
  for await (const piece of bytes) yield decode(piece);
  yield decode();
}

/** Detects the encoding by the byte order mark; without one, by the position of the zero bytes of ASCII characters. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be";
  return "utf-8";
}
