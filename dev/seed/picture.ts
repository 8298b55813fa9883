import { crc32, deflateSync } from "node:zlib";
import { ADVANCE, CAP_HEIGHT, type Point, strokesOf } from "./stroke-letters.ts";

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];
/** How a line is drawn. */
export type Pen = { colour: Colour /** In pixels. */; width: number /** 0 to 1. */; opacity?: number };

/** A small drawing surface. The seed draws its images instead of storing them in the repository. */
export class Picture {
  readonly #pixels: Uint8Array;

  constructor(
    readonly widthPx: number,
    readonly heightPx: number,
  ) {
    this.#pixels = new Uint8Array(widthPx * heightPx * 3);
  }

  /** A copy that can be drawn on separately. */
  copy(): Picture {
    const copy = new Picture(this.widthPx, this.heightPx);
    copy.#pixels.set(this.#pixels);
    return copy;
  }

  /** Fills a rectangle, or the part of it that a shape covers. @param shape tests the centre of a pixel */
  fill(
    [left, top, width, height]: readonly [number, number, number, number],
    [red, green, blue]: Colour,
    shape?: (x: number, y: number) => boolean,
  ): void {
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) {
        if (shape && !shape(x + 0.5, y + 0.5)) continue;
        const at = (y * this.widthPx + x) * 3;
        this.#pixels[at] = red;
        this.#pixels[at + 1] = green;
        this.#pixels[at + 2] = blue;
      }
    }
  }

  /** Draws a line through points, with round ends. */
  line(points: readonly Point[], { colour, width, opacity = 1 }: Pen): void {
    // Coverage is collected first, so that where segments meet the colour is applied once.
    const covered = new Map<number, number>();
    for (let i = 0; i + 1 < points.length; i++) {
      const [a, b] = [points[i], points[i + 1]];
      if (a && b) this.#cover(covered, a, b, width);
    }
    for (const [pixel, share] of covered) this.#blend(pixel, colour, share * opacity);
  }

  /**
   * Writes one line of capital letters.
   *
   * @param place its start, the height of its letters and its rotation in radians
   */
  write(
    text: string,
    place: { at: Point; heightPx: number /** Clockwise. */; turn?: number; pitchPx?: number },
    pen: Pen,
  ): void {
    const { at, heightPx, turn = 0 } = place;
    const scale = heightPx / CAP_HEIGHT;
    const pitch = place.pitchPx ?? ADVANCE * scale;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    [...text].forEach((letter, i) => {
      for (const stroke of strokesOf(letter)) {
        const points = stroke.map(([x, y]): Point => {
          const [along, down] = [i * pitch + x * scale, y * scale];
          return [at[0] + along * cos - down * sin, at[1] + along * sin + down * cos];
        });
        this.line(points, pen);
      }
    });
  }

  /** The picture as a PNG file. Source: W3C PNG specification, third edition, section 5 */
  png(): Uint8Array<ArrayBuffer> {
    const { widthPx, heightPx } = this;
    const rowBytes = widthPx * 3;
    const rows = new Uint8Array((rowBytes + 1) * heightPx);
    for (let y = 0; y < heightPx; y++) {
      rows.set(this.#pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
    }
    const header = new Uint8Array(13);
    const view = new DataView(header.buffer);
    view.setUint32(0, widthPx);
    view.setUint32(4, heightPx);
    // Eight bits per channel, true colour.
    header.set([8, 2], 8);
    const parts = [SIGNATURE, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", new Uint8Array())];
    return new Uint8Array(Buffer.concat(parts));
  }

  /** Adds the coverage of each pixel by one segment, 0 to 1. */
  #cover(covered: Map<number, number>, [ax, ay]: Point, [bx, by]: Point, width: number): void {
    const reach = width / 2 + 1;
    const within = (at: number, size: number) => Math.max(0, Math.min(size - 1, Math.round(at)));
    const right = within(Math.max(ax, bx) + reach, this.widthPx);
    const bottom = within(Math.max(ay, by) + reach, this.heightPx);
    const lengthSquared = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    for (let y = within(Math.min(ay, by) - reach, this.heightPx); y <= bottom; y++) {
      for (let x = within(Math.min(ax, bx) - reach, this.widthPx); x <= right; x++) {
        const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
        const along = Math.min(1, Math.max(0, (px * (bx - ax) + py * (by - ay)) / lengthSquared));
        const share = width / 2 + 0.5 - Math.hypot(px - along * (bx - ax), py - along * (by - ay));
        const pixel = y * this.widthPx + x;
        if (share > (covered.get(pixel) ?? 0)) covered.set(pixel, Math.min(1, share));
      }
    }
  }

  #blend(pixel: number, colour: Colour, opacity: number): void {
    for (const channel of [0, 1, 2] as const) {
      const under = this.#pixels[pixel * 3 + channel] ?? 0;
      this.#pixels[pixel * 3 + channel] = Math.round(under + (colour[channel] - under) * opacity);
    }
  }
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
