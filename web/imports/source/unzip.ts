import { Inflate } from "fflate";
import { UnreadableFile } from "../../../worker/contract/files/row.ts";

const [DIRECTORY_END, DIRECTORY_ENTRY, LOCAL_HEADER] = [0x06054b50, 0x02014b50, 0x04034b50];
/** The end of the directory, with the longest comment behind it. */
const END_WITHIN = 22 + 0xffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const IN_LONG_FIELD = 0xffffffff;
const LONG_FIELDS = 1;
/** Unpacked, a part is at most a thousand times this. */
const PART = 16 * 1024;
/** Tables of texts and numbers are packed to a tenth or a fiftieth; above some size, more than this is a bomb. */
const RATIO_MAX = 200;
const RATIO_FROM_BYTES = 8 * 1024 * 1024;

/**
 * The files of a zip (PKWARE APPNOTE, 4.3) that are wanted. What is unpacked is counted, whatever sizes the zip says, so that one made to fill the memory
 * ends soon.
 * @throws UnreadableFile `damaged`, `encrypted`, `unpacked_too_large`
 */
export function unzip(
  zip: Uint8Array,
  { isWanted, bytesMax }: { isWanted: (name: string) => boolean; bytesMax: number },
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let left = bytesMax;
  try {
    for (const { name, isEncrypted, method, packed } of entries(zip)) {
      if (!isWanted(name)) continue;
      if (isEncrypted) throw new UnreadableFile({ code: "encrypted" });
      const file = method === STORED ? packed() : method === DEFLATED ? inflate(packed(), left) : damaged();
      left -= file.length;
      if (left < 0) throw new UnreadableFile({ code: "unpacked_too_large" });
      files.set(name, file);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    // An offset outside of the file, or packed bytes that are none.
    damaged();
  }
  return files;
}

function damaged(): never {
  throw new UnreadableFile({ code: "damaged" });
}

type Entry = { name: string; isEncrypted: boolean; method: number; packed: () => Uint8Array };

function* entries(zip: Uint8Array): Generator<Entry> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  let end = zip.length - 22;
  while (view.getUint32(end, true) !== DIRECTORY_END) {
    end -= 1;
    if (end < zip.length - END_WITHIN) damaged();
  }
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i += 1) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) damaged();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const start = at + 46;
    const nameEnd = start + (nameLength ?? 0);
    const long = longFields(view, nameEnd, nameEnd + (extraLength ?? 0));
    // In the order of the long ones: what is unpacked, what is packed, and where it is. Three fields, and as many numbers.
    const [, size, local] = [24, 20, 42].map((field) => {
      const short = view.getUint32(at + field, true);
      return short === IN_LONG_FIELD ? Number(long.shift() ?? damaged()) : short;
    }) as [number, number, number];
    yield {
      name: new TextDecoder().decode(zip.subarray(start, nameEnd)),
      isEncrypted: (view.getUint16(at + 8, true) & ENCRYPTED) !== 0,
      method: view.getUint16(at + 10, true),
      packed() {
        if (view.getUint32(local, true) !== LOCAL_HEADER) damaged();
        const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
        if (from + size > zip.length) damaged();
        return zip.subarray(from, from + size);
      },
    };
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
}

/** The fields of 64 bits of an entry (4.5.3): some programs write them for small files too. */
function longFields(view: DataView, from: number, to: number): bigint[] {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== LONG_FIELDS) continue;
    const count = Math.floor(view.getUint16(at + 2, true) / 8);
    return Array.from({ length: count }, (_, i) => view.getBigUint64(at + 4 + 8 * i, true));
  }
  return [];
}

function inflate(packed: Uint8Array, bytesMax: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((part) => {
    size += part.length;
    const isBomb = size > RATIO_FROM_BYTES && size > packed.length * RATIO_MAX;
    if (isBomb || size > bytesMax) throw new UnreadableFile({ code: "unpacked_too_large" });
    parts.push(part);
  });
  for (let at = 0; at < packed.length; at += PART) {
    stream.push(packed.subarray(at, at + PART), at + PART >= packed.length);
  }
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const file = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
