import { TapeFormatError } from "./tape-record.ts";

/**
 * Whole numbers as bytes: seven bits a byte, the lowest first, the highest bit of a byte says that another follows.
 * Numbers reach beyond 32 bits, so they are divided, not shifted.
 */
export class VarintWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /** Writes a whole number from 0 to `Number.MAX_SAFE_INTEGER`. */
  unsigned(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#byte(rest);
  }

  /** Writes a whole number of either sign, small ones in few bytes: 0, -1, 1, -2, ... become 0, 1, 2, 3, ... */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Writes a text of ASCII with its length before it. */
  text(value: string): void {
    this.unsigned(value.length);
    for (let i = 0; i < value.length; i++) this.#byte(value.charCodeAt(i));
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }
}

/** Reads what a {@link VarintWriter} wrote, and nothing else. @throws TapeFormatError */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  unsigned(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.#byte();
      value += (byte % 128) * factor;
      if (byte < 128) {
        // A number has one form, so that two byte strings never mean the same.
        if (byte === 0 && factor > 1) throw new TapeFormatError("a number is longer than it must be");
        if (!Number.isSafeInteger(value)) throw new TapeFormatError("a number is too large");
        return value;
      }
      factor *= 128;
      if (factor > Number.MAX_SAFE_INTEGER) throw new TapeFormatError("a number is too large");
    }
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** @param lengthMax a longer text is refused */
  text(lengthMax: number): string {
    const length = this.unsigned();
    if (length > lengthMax) throw new TapeFormatError("a text is too long");
    let text = "";
    for (let i = 0; i < length; i++) text += String.fromCharCode(this.#byte());
    return text;
  }

  /** @throws TapeFormatError when there are more bytes */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new TapeFormatError("bytes after the last record");
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new TapeFormatError("the bytes end within a record");
    return byte;
  }
}
