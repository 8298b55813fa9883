import type { Client } from "../../dev/test/test-client.ts";
import { INDICATORS } from "../../web/chart/indicators/indicator-kinds.ts";
import { drawingChange } from "../../web/test/test-terminal.ts";
import { TERMINAL } from "../../worker/contract/terminal/terminal-limits.ts";
import type { TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";

const MINUTE_MS = 60_000;

/** Keeps trend lines on Bitcoin's chart, all over the newest candles, and sets indicators: those offered last, as their panes cost most. */
export async function keepTerminal(
  trader: Client,
  { drawings, candles, indicators }: { drawings: number; candles: number; indicators: number },
): Promise<void> {
  const { price } = (await trader.get("/api/market/prices")).body.prices.BTCUSDm;
  const fromMs = Date.now() - candles * MINUTE_MS;
  const lines = Array.from({ length: drawings }, (_, line) => trendLine(line / drawings));
  for (let i = 0; i < lines.length; i += TERMINAL.changesMax) await keep(lines.slice(i, i + TERMINAL.changesMax));
  if (indicators > 0) await keep([{ kind: "chart", version: 1, body: chart() }]);

  async function keep(changes: TerminalChange[]) {
    const reply = await trader.post("/api/terminal/changes", { changes });
    if (reply.status !== 200) throw new Error(`the account keeps nothing: ${JSON.stringify(reply.body)}`);
  }

  /** @param share of the candles that are older than its middle */
  function trendLine(share: number): TerminalChange {
    const at = (offset: number, change: number) => ({
      time: Math.round(fromMs + (share + offset) * candles * MINUTE_MS),
      price: price * (1 + change),
    });
    const change = ((share * 37) % 1) / 20 - 0.025;
    return drawingChange({
      body: {
        kind: "trend",
        anchors: [at(-0.02, change), at(0.02, -change)],
        style: { colour: "accent", width: 1, line: "solid" },
        isLocked: false,
        isHidden: false,
      },
    });
  }

  function chart() {
    const offered = Object.entries(INDICATORS).slice(-indicators);
    return {
      type: "candles" as const,
      scale: "linear" as const,
      // The entries of INDICATORS have its keys.
      indicators: offered.map(([kind]) => ({
        id: kind,
        kind: kind as keyof typeof INDICATORS,
        settings: {},
        colours: [],
        isHidden: false,
      })),
    };
  }
}
