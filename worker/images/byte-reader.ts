import { ImageFault } from "./image-fault.ts";

/** No valid image has more segments or chunks. Each costs time, and an attacker's can be a few bytes long. */
const PARTS_MAX = 10_000;

/**
 * Reads bytes from front to back. A read past the end is reported as a damaged image and never returns a wrong number.
 */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #parts = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The number of bytes read so far. */
  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  uint8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.#advance(2));
  }

  uint32(): number {
    return this.#view.getUint32(this.#advance(4));
  }

  uint16LittleEndian(): number {
    return this.#view.getUint16(this.#advance(2), true);
  }

  uint24LittleEndian(): number {
    return this.uint16LittleEndian() + (this.uint8() << 16);
  }

  uint32LittleEndian(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  /** The next bytes, not copied. */
  take(length: number): Uint8Array {
    const from = this.#advance(length);
    return this.#bytes.subarray(from, from + length);
  }

  /** The bytes read since a position, not copied. */
  since(place: number): Uint8Array {
    return this.#bytes.subarray(place, this.#at);
  }

  /** Counts one segment or chunk of the file. */
  countPart(): void {
    this.#parts += 1;
    if (this.#parts > PARTS_MAX) throw new ImageFault("unusual");
  }

  /** Four ASCII characters, the type of a PNG or WebP chunk. */
  fourCharacters(): string {
    return String.fromCharCode(...this.take(4));
  }

  #advance(length: number): number {
    if (length > this.left) throw new ImageFault("damaged");
    const from = this.#at;
    this.#at += length;
    return from;
  }
}
