import { TapeStore } from "../../worker/prices/tape/tape-store.ts";

/** The product's Worker, except that its tape is not stored: nothing is to be written before a quote is passed on. */

TapeStore.prototype.append = () => {};

// Wrangler exports the classes of Durable Objects from the entry.
export * from "../../worker/index.ts";
export { default } from "../../worker/index.ts";
