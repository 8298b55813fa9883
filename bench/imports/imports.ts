import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { bundleAlone } from "../../web/bundle.ts";
import { readFile } from "../../web/imports/read-file.ts";
import { findChromium } from "../../web/test/find-chromium.ts";
import { markdownTable } from "../markdown-table.ts";
import { FILES, type FileName } from "./large-files.ts";

/**
 * `bun bench/imports/imports.ts [--rows 100000] [--browser false]`: how fast files of trades are read, and with how much memory, each in a process of its own
 * (Bun) and in Chromium's thread beside a page, with the longest task of the page's own thread meanwhile.
 */

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    browser: { type: "string", default: "true" },
    /** Of a child process: the file that it reads. */
    file: { type: "string" },
  },
});
const rows = Number(values.rows);

type Measured = { file: string; megabytes: number; rows: number; ms: number; peakMib: number };

if (values.file) console.info(JSON.stringify(measureHere(values.file as FileName)));
else await measureAll();

function measureHere(file: FileName): Measured {
  const { bytes, rows: written } = FILES[file](rows);
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const { trades } = readFile(bytes);
  const ms = performance.now() - start;
  if (trades.length !== written) throw new Error(`${trades.length} trades of ${written}`);
  const peakMib = (process.resourceUsage().maxRSS * 1_024 - before) / 2 ** 20;
  return { file, megabytes: bytes.length / 2 ** 20, rows: written, ms, peakMib };
}

async function measureAll(): Promise<void> {
  const measured: Measured[] = [];
  for (const file of Object.keys(FILES)) {
    const child = Bun.spawnSync([process.execPath, import.meta.path, "--file", file, "--rows", String(rows)]);
    if (!child.success) throw new Error(child.stderr.toString());
    measured.push(JSON.parse(child.stdout.toString()));
  }
  console.info(
    markdownTable(measured, {
      file: ({ file }) => file,
      "size, MiB": ({ megabytes }) => megabytes.toFixed(1),
      rows: ({ rows }) => String(rows),
      "rows a second": ({ rows, ms }) => Math.round((rows / ms) * 1_000).toLocaleString("en"),
      "peak, MiB above the file": ({ peakMib }) => peakMib.toFixed(0),
    }),
  );
  if (values.browser === "true") await measureInChromium();
}

type InPage = { file: string; seconds: number; trades: number; cpuMs: number; longestMs: number };

async function measureInChromium(): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) return console.info("no Chromium");
  const reader = await bundleAlone("imports/file-reader.ts", { language: "en", production: true });
  const client = await bundleAlone("../bench/imports/page-client.ts", {
    language: "en",
    production: true,
    define: { FILE_READER_SCRIPT: '"/assets/file-reader.js"' },
  });
  const files = new Map(Object.entries(FILES).map(([name, write]) => [name, write(rows).bytes]));
  const html = `<!doctype html><script src="/client.js"></script>`;
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const path = new URL(request.url).pathname;
      const type = (content: string) => ({ headers: { "content-type": content } });
      if (path === "/assets/file-reader.js") return new Response(reader, type("text/javascript"));
      if (path === "/client.js") return new Response(client, type("text/javascript"));
      const bytes = files.get(path.slice(1));
      return bytes ? new Response(new Uint8Array(bytes)) : new Response(html, type("text/html"));
    },
  });
  const browser = await chromium.launch({ executablePath });
  try {
    const measured: InPage[] = [];
    for (const file of files.keys()) {
      const page = await browser.newPage();
      await page.goto(`http://localhost:${server.port}/`);
      await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
      const read = await page.evaluate(readInPage, file);
      measured.push({ file, ...read, ...longestTasks(await browser.stopTracing()) });
      await page.close();
    }
    console.info(
      markdownTable(measured, {
        "in Chromium": ({ file }) => file,
        trades: ({ trades }) => String(trades),
        seconds: ({ seconds }) => seconds.toFixed(1),
        "longest task of the page, ms of CPU": ({ cpuMs }) => cpuMs.toFixed(1),
        "ms that passed": ({ longestMs }) => longestMs.toFixed(1),
      }),
    );
  } finally {
    await browser.close();
    server.stop(true);
  }
}

/** Runs in the page. */
async function readInPage(file: string): Promise<{ seconds: number; trades: number }> {
  const blob = await (await fetch(`/${file}`)).blob();
  const start = performance.now();
  // Set by the page's script.
  const { readInWorker } = globalThis as unknown as typeof import("../../web/imports/read-in-worker.ts");
  const { trades } = await readInWorker(blob, {});
  return { seconds: (performance.now() - start) / 1_000, trades: trades.length };
}

/** An event of a trace. @property tdur of the processor, microseconds: what other processes take is not in it */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; dur?: number; args?: { name?: string } };

/** The longest tasks of the thread of pages, in ms of the processor and in ms that passed. */
function longestTasks(trace: Buffer): { cpuMs: number; longestMs: number } {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args?.name === "CrRendererMain";
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid}:${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith("RunTask") && mains.has(`${pid}:${tid}`));
  const longest = (times: number[]) => times.reduce((most, time) => Math.max(most, time), 0) / 1_000;
  return {
    cpuMs: longest(tasks.map(({ tdur = 0 }) => tdur)),
    longestMs: longest(tasks.map(({ dur = 0 }) => dur)),
  };
}
