import { decodeCompactFrame } from "../../worker/contract/compact-frame.ts";

/** Runs in the measured page before its own scripts: gives the probe the decoder of the market's frames. */
Object.assign(window, { decodeFrame: (data: ArrayBuffer) => decodeCompactFrame(new Uint8Array(data)) });
