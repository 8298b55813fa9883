import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { THEME } from "../../web/ui/theme.ts";
import { THEMES, type ThemeId } from "../../worker/contract/limits.ts";
import { startPictureServer } from "./picture-server.ts";
import type { Recording } from "./recording.ts";
import { STATES } from "./states.ts";
import { LONG_TIMEOUT_MS, nameOf, type Shot, shotsOf, walk } from "./walk.ts";

/**
 * `bun dev/pictures/shoot.ts RECORDING OUTDIR [--root DIR] [--only PATTERN] [--theme slate ...]`: takes a picture of each
 * state of the checkout's web, with the answers of a recording.
 */

const { values, positionals } = parseArgs({
  options: {
    root: { type: "string", default: "." },
    only: { type: "string", default: "" },
    theme: { type: "string", multiple: true, default: ["slate", "indigo"] },
  },
  allowPositionals: true,
});
const [file, outdir = ""] = positionals;
if (!file || outdir === "") throw new Error("usage: bun dev/pictures/shoot.ts RECORDING OUTDIR [options]");

const startedAtMs = performance.now();
const recording: Recording = await Bun.file(file).json();
const pattern = new RegExp(values.only);
const states = STATES.filter(({ name }) => pattern.test(name));
const themes = values.theme.map((name) => {
  const id = THEMES.find((one) => THEME[one].name.toLowerCase() === name.toLowerCase());
  if (id === undefined) throw new Error(`no theme has the name ${name}`);
  return id;
});
mkdirSync(outdir, { recursive: true });

const server = await startPictureServer({ root: values.root, states, recording });
const shots = shotsOf(states);
let count = 0;
async function onShown(page: Page, shot: Shot, theme: ThemeId): Promise<void> {
  const path = join(outdir, `${nameOf(shot)}.${THEME[theme].name.toLowerCase()}.png`);
  await page.screenshot({ path, fullPage: true, animations: "disabled", caret: "hide", timeout: LONG_TIMEOUT_MS });
  count += 1;
}
const failed = await walk(shots, { server, atMs: recording.atMs, themes, onShown });
server.stop();

for (const request of server.unanswered) console.warn(`not recorded: ${request}`);
const seconds = Math.round((performance.now() - startedAtMs) / 1000);
console.info(`${count} pictures in ${outdir} after ${seconds} s; ${failed.length} of ${shots.length} not reached`);
process.exit(failed.length > 0 ? 1 : 0);
