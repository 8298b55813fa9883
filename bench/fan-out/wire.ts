/** Callbacks of a wire. */
export type WireEvents = {
  /** A text arrived; the time is epoch ms with fractions. */
  onText(wire: Wire, text: string, nowMs: number): void;
  /** The connection was closed or could not be opened. */
  onClose(wire: Wire): void;
};

/** One client's connection, kept as cheap as possible because the server is measured. */
export type Wire = {
  /** The client's number in the crowd. */
  readonly client: number;
  send(text: string): void;
  close(): void;
};

/** Epoch ms with fractions: `Date.now` is too coarse for fast servers. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}
