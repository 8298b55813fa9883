/** What a wire tells whoever opened it. */
export type WireEvents = {
  /** A text came; the time is epoch ms, with fractions. */
  onText(wire: Wire, text: string, nowMs: number): void;
  /** It is over, or never opened. */
  onClose(wire: Wire): void;
};

/** One client's connection, as cheap as it can be: what is measured is the server. */
export type Wire = {
  /** The client's number in the crowd. */
  readonly client: number;
  send(text: string): void;
  close(): void;
};

/** Epoch ms with fractions: `Date.now` is too coarse for the ages of fast servers. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}
