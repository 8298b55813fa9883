import fc from "fast-check";

/**
 * fast-check for every property test of the repository, with one seed for the whole run, so that a run is repeatable.
 * `bun run test` uses the fixed seed; `dev/run-properties.ts` sets `PROPERTY_SEED` to random ones and prints them.
 */
const FIXED_SEED = 20_261_122;

const seed = Number(process.env.PROPERTY_SEED ?? FIXED_SEED);
if (!Number.isSafeInteger(seed)) throw new Error(`PROPERTY_SEED is no whole number: ${process.env.PROPERTY_SEED}`);
fc.configureGlobal({ seed });

export { fc };
