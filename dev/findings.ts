import { parseArgs } from "node:util";
import { findDifferences } from "../web/insights/findings/find-differences.ts";
import { seededRandom } from "../web/insights/findings/random.ts";
import { type Leak, normal, simulatedTrades, skewed, utc } from "../web/test/simulated-traders.ts";

/**
 * `bun dev/findings.ts [--traders 1000] [--powered 400]`: counts what the findings say of simulated traders, for `docs/findings.md`: how often they
 * find anything where nothing makes a difference, and how often they find a difference that is there.
 */

const { values } = parseArgs({
  options: { traders: { type: "string", default: "1000" }, powered: { type: "string", default: "400" } },
});

const WITHOUT_EDGE = [
  { name: "normal, 100 trades", count: 100, outcome: normal },
  { name: "normal, 400 trades", count: 400, outcome: normal },
  { name: "skewed, 200 trades", count: 200, outcome: skewed },
] as const;

const LEAKS: Record<string, { question: string; of: (effect: number) => Leak }> = {
  "buys are worse": { question: "buys", of: (effect) => (trade) => (trade.direction === "Buy" ? -effect : 0) },
  "worse after a loss": { question: "after_loss", of: (effect) => (_, before) => (before?.isLoss ? -effect : 0) },
};

console.info("| without any difference | traders | with a finding | share |\n| --- | --- | --- | --- |");
for (const { name, count, outcome } of WITHOUT_EDGE) {
  const traders = Number(values.traders);
  let [withFinding, found] = [0, 0];
  for (let trader = 0; trader < traders; trader += 1) {
    const { findings } = findDifferences(simulatedTrades(count, seededRandom(trader + 1), { outcome }), utc);
    withFinding += findings.length > 0 ? 1 : 0;
    found += findings.length;
  }
  console.info(`| ${name} | ${traders} | ${withFinding} (${found} findings) | ${percent(withFinding / traders)} |`);
}

console.info("\n| what is planted, by its size | 50 a side | 100 a side | 300 a side |\n| --- | --- | --- | --- |");
for (const [name, { question, of }] of Object.entries(LEAKS)) {
  for (const effect of [0.3, 0.6, 0.8]) {
    const shares = [50, 100, 300].map((side) => {
      const traders = Math.ceil(Number(values.powered) * Math.min(1, 100 / side));
      let found = 0;
      for (let trader = 0; trader < traders; trader += 1) {
        const trades = simulatedTrades(2 * side, seededRandom(trader + 1), { leak: of(effect) });
        const { findings } = findDifferences(trades, utc);
        if (findings.some((finding) => finding.question === question)) found += 1;
      }
      return percent(found / traders);
    });
    console.info(`| ${name}, ${effect} R | ${shares.join(" | ")} |`);
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
