import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "../../web/test/browser.ts";
import { workerdCommand } from "../workerd-command.ts";
import { startWorkerdProcess } from "../workerd-process.ts";
import { claimPorts } from "./port-block.ts";

/** An exported function that returns text, and the path of its module, which imports nothing that only Bun has. */
export type PortableFunction = { module: string; name: string };

/** The function in another runtime. The arguments are JSON. */
export type RemoteFunction = { call(...args: unknown[]): Promise<string>; stop(): Promise<void> };

/** Bundles a program, and returns the path of the bundle. */
async function bundle(dir: string, program: string): Promise<string> {
  const entry = join(dir, "program.ts");
  writeFileSync(entry, program);
  const built = await Bun.build({ entrypoints: [entry], outdir: join(dir, "built"), target: "browser", format: "esm" });
  const [file] = built.outputs;
  if (!file) throw new Error("the program does not build");
  return file.path;
}

const newFolder = () => mkdtempSync(join(tmpdir(), "tonle-runtime-"));
const importLine = ({ module, name }: PortableFunction) => `import { ${name} } from ${JSON.stringify(module)};\n`;

/** Starts workerd with a function. */
export async function inWorkerd(portable: PortableFunction): Promise<RemoteFunction> {
  const dir = newFolder();
  const worker = `export default {
    async fetch(request) {
      const args = new URL(request.url).searchParams.get("args");
      return new Response(args === null ? "up" : await ${portable.name}(...JSON.parse(args)));
    },
  };`;
  const file = await bundle(dir, importLine(portable) + worker);
  const ports = await claimPorts();
  const url = `http://127.0.0.1:${ports.first}`;
  const command = workerdCommand({ port: ports.first, file, dir: join(dir, "workerd"), settings: {}, objects: {} });
  const isUp = async () => (await fetch(url).catch(() => null))?.ok === true;
  const { kill } = await startWorkerdProcess({ name: portable.name, command, isUp });
  return {
    call: async (...args) => (await fetch(`${url}?${new URLSearchParams({ args: JSON.stringify(args) })}`)).text(),
    async stop() {
      await kill();
      ports.release();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Starts Chromium with a function. */
export async function inChromium(portable: PortableFunction): Promise<RemoteFunction> {
  const dir = newFolder();
  const { name } = portable;
  const file = await bundle(dir, `${importLine(portable)}Object.assign(window, { ${name} });`);
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.addScriptTag({ type: "module", path: file });
  await page.waitForFunction((name) => name in window, name);
  return {
    call: (...args) => page.evaluate(`${name}(...${JSON.stringify(args)})`),
    async stop() {
      await browser.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
