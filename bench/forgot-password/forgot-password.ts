import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SeededChance } from "../../dev/seeded-chance.ts";
import { type Stack, startStack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { LIMITS } from "../../worker/platform/rate-limit.ts";
import { markdownTable } from "../markdown-table.ts";
import { areaUnderCurve } from "./area-under-curve.ts";

/**
 * `bun bench/forgot-password/forgot-password.ts [--pairs 300] [--port 19600] [--seed 1]`: measures whether the duration
 * of forgot-password reveals whether an address has an account. Requests pairs of both, one call at a time in random
 * order, and prints the area under the ROC curve: 0.5 means no information, 0 and 1 mean that every call reveals it.
 */

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "300" },
    port: { type: "string", default: "19600" },
    seed: { type: "string", default: "1" },
  },
});
const pairs = Number(values.pairs);
const chance = new SeededChance(Number(values.seed));

const dataDir = mkdtempSync(join(tmpdir(), "tonle-bench-"));
const assets = join(dataDir, "assets");
await Bun.write(join(assets, "index.html"), "");
try {
  const stack = await startStack({ port: Number(values.port), dataDir, assets });
  try {
    report(await measure(stack));
  } finally {
    await stack.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

type Times = { known: number[]; unknown: number[] };

async function measure(stack: Stack): Promise<Times> {
  const client = new Client(stack.origin);
  const times: Times = { known: [], unknown: [] };
  const requestMail = async (of: keyof Times, email: string) => {
    const startedAt = performance.now();
    const { status } = await client.post("/api/auth/forgot-password", { email });
    times[of].push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`forgot-password answered ${status}`);
  };
  for (let i = 0; i < pairs; i += LIMITS.forgotByAccount.max) {
    // Above its limit an address gets no mail, so each address is used only as often as mails are sent.
    const [known, unknown] = [(await newTrader(stack)).email, newPerson().email];
    for (let j = i; j < Math.min(pairs, i + LIMITS.forgotByAccount.max); j++) {
      const isKnownFirst = chance.next() < 0.5;
      await requestMail(isKnownFirst ? "known" : "unknown", isKnownFirst ? known : unknown);
      await requestMail(isKnownFirst ? "unknown" : "known", isKnownFirst ? unknown : known);
    }
  }
  return times;
}

function report(times: Times): void {
  const median = (list: readonly number[]) =>
    [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
  console.info(`${pairs} pairs, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  console.info(
    markdownTable(["known", "unknown"] as const, {
      address: (of) => of,
      "p50 ms": (of) => median(times[of]).toFixed(1),
    }),
  );
  console.info(`AUC ${areaUnderCurve(times.known, times.unknown).toFixed(3)}`);
}
