import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { workerdCommand } from "../../dev/workerd-command.ts";
import { encodeRecords } from "../../worker/contract/tape/tape-codec.ts";
import { cpuMs } from "../fan-out/process-usage.ts";
import { ServerProcess } from "../fan-out/server-process.ts";
import { markdownTable } from "../markdown-table.ts";
import { MINUTES, prepare, runStep, STEPS, type Step } from "./tape-steps.ts";

/**
 * Measures the CPU time of writing, sealing and checking the tape, and how many bytes it has. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    rates: { type: "string", default: "4,40" },
    seconds: { type: "string", default: "2" },
    port: { type: "string", default: "19500" },
  },
});
const rates = values.rates.split(",").map(Number);
const windowMs = Number(values.seconds) * 1_000;
const port = Number(values.port);

const SECONDS_PER_DAY = 86_400;
const MIB = 2 ** 20;

type Run = (step: Step, quotesPerSecond: number, rounds: number) => Promise<void>;
type Runtime = { name: string; pid: () => number; run: Run };
type Speed = { step: Step; quotesPerSecond: number; runtime: string; roundMs: number };

/** The CPU time of one round, from as many as fill the window, after a warm-up of a quarter of it. */
async function measure({ name, pid, run }: Runtime, step: Step, quotesPerSecond: number): Promise<Speed> {
  const cpuOf = async (rounds: number) => {
    const beforeMs = cpuMs(pid());
    await run(step, quotesPerSecond, rounds);
    return cpuMs(pid()) - beforeMs;
  };
  let rounds = 1;
  let usedMs = await cpuOf(rounds);
  while (usedMs < windowMs / 4) {
    rounds *= 2;
    usedMs = await cpuOf(rounds);
  }
  rounds = Math.ceil((rounds * windowMs) / usedMs);
  return { step, quotesPerSecond, runtime: name, roundMs: (await cpuOf(rounds)) / rounds };
}

/** A step on one record: its time counts, not its quotes a second. */
const isOfOne = (step: Step) => step === "proof" || step === "check proof";

function speedText({ step, quotesPerSecond, roundMs }: Speed): string {
  if (isOfOne(step)) return `${roundMs.toFixed(2)} ms each`;
  const quotes = MINUTES * 60 * quotesPerSecond;
  return `${Math.round((quotes / roundMs) * 1_000).toLocaleString("en-US")} quotes a second`;
}

const dir = mkdtempSync(join(tmpdir(), "tape-bench-"));
const built = await Bun.build({
  entrypoints: [join(import.meta.dir, "tape-worker.ts")],
  outdir: join(dir, "built"),
  target: "browser",
  format: "esm",
});
const file = built.outputs[0]?.path;
if (!file) throw new Error("the Worker does not build");
const origin = `http://127.0.0.1:${port}`;
const server = new ServerProcess({
  command: workerdCommand({ port, file, dir: join(dir, "workerd"), settings: {}, objects: {} }),
  port,
  logFile: join(dir, "workerd.log"),
});
try {
  await server.start();
  const onWorkerd: Run = async (step, rate, rounds) => {
    const answer = await fetch(`${origin}/?${new URLSearchParams({ step, rate: `${rate}`, rounds: `${rounds}` })}`);
    if (!answer.ok) throw new Error(`${step} fails on workerd`);
  };
  const runtimes: Runtime[] = [
    { name: "workerd", pid: () => server.pid, run: onWorkerd },
    { name: "Bun", pid: () => process.pid, run: runStep },
  ];
  const speeds: Speed[] = [];
  for (const rate of rates) {
    for (const step of STEPS) {
      for (const runtime of runtimes) speeds.push(await measure(runtime, step, rate));
    }
  }
  console.info(`\nload ${loadavg()[0]?.toFixed(1)}\n`);
  console.info(
    markdownTable(
      speeds.filter(({ runtime }) => runtime === "workerd"),
      {
        step: ({ step }) => step,
        "quotes a second on the tape": ({ quotesPerSecond }) => String(quotesPerSecond),
        workerd: speedText,
        Bun: (row) => {
          const same = speeds.find(
            (one) => one.runtime === "Bun" && one.step === row.step && one.quotesPerSecond === row.quotesPerSecond,
          );
          return same ? speedText(same) : "";
        },
      },
    ),
  );

  const sizes = rates.map((rate) => {
    const { segments, bytes } = prepare(rate);
    const records = segments.flat();
    const bytesPerQuote = bytes.reduce((sum, { length }) => sum + length, 0) / records.length;
    // A row of the feed has the quotes of 50 ms at most: one, or a few.
    const perRow = Math.max(1, Math.round(rate / 20));
    const rows = Array.from({ length: Math.floor(records.length / perRow) }, (_, i) =>
      encodeRecords(records.slice(i * perRow, (i + 1) * perRow)),
    );
    return { rate, bytesPerQuote, rowBytes: rows.reduce((sum, { length }) => sum + length, 0) / rows.length, perRow };
  });
  console.info(
    `\n${markdownTable(sizes, {
      "quotes a second on the tape": ({ rate }) => String(rate),
      "bytes a quote": ({ bytesPerQuote }) => bytesPerQuote.toFixed(2),
      "MiB a day": ({ rate, bytesPerQuote }) => ((bytesPerQuote * rate * SECONDS_PER_DAY) / MIB).toFixed(2),
      "bytes of a row before it is sealed": ({ rowBytes, perRow }) => `${rowBytes.toFixed(1)}, of ${perRow} quotes`,
    })}`,
  );
} finally {
  await server.kill();
  rmSync(dir, { recursive: true, force: true });
}
