import { signal } from "@preact/signals-react";

/** The selected drawing of the trading page, for as long as that is shown: a turned phone has another chart. */
export const selectedDrawing = signal<string | null>(null);
