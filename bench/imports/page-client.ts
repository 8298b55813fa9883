import { readInWorker } from "../../web/imports/read-in-worker.ts";

/** The script of the measured page. */
Object.assign(globalThis, { readInWorker });
