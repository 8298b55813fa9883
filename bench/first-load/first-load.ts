import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { LANGUAGE_DEFAULT, languageOf } from "../../worker/contract/languages.ts";
import { openBenchSite } from "../bench-site.ts";
import { markdownTable } from "../markdown-table.ts";
import { type Load, measureLoad } from "./measure-load.ts";
import { type BenchPage, isPage, PAGES } from "./pages.ts";
import { launchPlainBrowser } from "./plain-browser.ts";

/** Measures what a first visit sees: pages loaded with empty caches on a slow phone. It checks no limits. */

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "landing,dashboard,performance,trading,ticket,account,elsewhere" },
    network: { type: "string", default: "slow" },
    language: { type: "string", default: LANGUAGE_DEFAULT },
    repeats: { type: "string", default: "5" },
    slowdown: { type: "string", default: "4" },
    width: { type: "string", default: "390" },
    trades: { type: "string", default: "2000" },
    port: { type: "string", default: "9270" },
    built: { type: "string" },
    requests: { type: "boolean", default: false },
  },
});

/** A slow mobile network, and a telephone that is held on 3G. */
const NETWORKS = {
  slow: { latencyMs: 150, bytesPerS: 1_600_000 / 8 },
  "3g": { latencyMs: 400, bytesPerS: 400_000 / 8 },
};

const network = values.network === "3g" ? NETWORKS["3g"] : NETWORKS.slow;
const conditions = { ...network, slowdown: Number(values.slowdown), language: languageOf(values.language) };
const viewport = { width: Number(values.width), height: Number(values.width) < 600 ? 844 : 900 };

const site = await openBenchSite({
  port: Number(values.port),
  trades: Number(values.trades),
  ...(values.built && { built: values.built }),
});
const { token } = site;
const browser = await launchPlainBrowser();
try {
  console.info(`${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, ${viewport.width} px\n`);
  const results: { name: string; loads: Load[] }[] = [];
  for (const name of values.only.split(",").filter(isPage)) {
    const { path, isPublic = false, ...page }: BenchPage = PAGES[name];
    const options = { ...conditions, ...page, viewport, url: site.origin + path, token: isPublic ? null : token };
    // The first load fills the caches of the server and of the edge.
    await measureLoad(browser, options);
    const loads: Load[] = [];
    for (let i = 0; i < Number(values.repeats); i++) loads.push(await measureLoad(browser, options));
    results.push({ name, loads });
    if (values.requests) printRequests(name, loads[0]);
  }
  console.info(
    markdownTable(results, {
      page: ({ name }) => name,
      "first paint, ms": ({ loads }) => median(loads, ({ firstPaintMs }) => firstPaintMs).toFixed(0),
      "largest paint, ms": ({ loads }) => median(loads, ({ largestPaintMs }) => largestPaintMs).toFixed(0),
      "shown, ms": ({ name, loads }) => shownIn(name, loads),
      shift: ({ loads }) => median(loads, ({ shift }) => shift).toFixed(3),
      "blocking, ms": ({ loads }) => median(loads, ({ blockingMs }) => blockingMs).toFixed(0),
      "script + style, KB": ({ loads }) => median(loads, (load) => kilobytes(load, /Script|Stylesheet/)).toFixed(1),
      "all, KB": ({ loads }) => median(loads, (load) => kilobytes(load, /./)).toFixed(1),
      requests: ({ loads }) => median(loads, ({ requests }) => requests.length).toFixed(0),
      largest: ({ loads }) => loads[0]?.largest ?? "",
    }),
  );
  console.info(`\nload ${loadavg()[0]?.toFixed(1)} at the end`);
} finally {
  await browser.close();
  await site.close();
}

/** The time of each thing that the page is opened for. */
function shownIn(name: string, loads: readonly Load[]): string {
  const { awaited }: Pick<BenchPage, "awaited"> = isPage(name) ? PAGES[name] : { awaited: [] };
  return awaited
    .map((one) => `${one.name} ${median(loads, ({ shownMs }) => shownMs[one.name] ?? Number.NaN).toFixed(0)}`)
    .join(", ");
}

function median(loads: readonly Load[], of: (load: Load) => number): number {
  return loads.map(of).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? Number.NaN;
}

function kilobytes({ requests }: Load, kind: RegExp): number {
  const sizes = requests.filter((request) => kind.test(request.kind)).map(({ bytes }) => bytes);
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_024;
}

function printRequests(name: string, load: Load | undefined): void {
  console.info(`${name}\n`);
  console.info(
    markdownTable(load?.requests ?? [], {
      request: ({ path }) => path,
      kind: ({ kind, priority }) => `${kind} ${priority}`,
      "start, ms": ({ startMs }) => startMs.toFixed(0),
      "end, ms": ({ endMs }) => endMs.toFixed(0),
      bytes: ({ bytes }) => String(bytes),
    }),
  );
  console.info("");
}
