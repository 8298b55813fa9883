import { mountOutagePanel } from "../stand-in/outage-panel.ts";
import { callControl, element, part } from "../stand-in/page-parts.ts";
import { FaultRows } from "./fault-rows.ts";
import type { PanelState } from "./panel-state.ts";

const REFRESH_MS = 500;
const LINE = { width: 100, height: 36, margin: 2 } as const;
const SVG = "http://www.w3.org/2000/svg";

type Quote = PanelState["prices"][number];
type Row = { show(quote: Quote): void };

const markets = part("markets", HTMLUListElement);
const ticks = part("ticks", HTMLInputElement);
const rows = new Map<string, Row>();
const faults = new FaultRows(part("sources", HTMLUListElement), showError);

function makeRow({ symbol, source }: Quote): Row {
  const price = element("span", "price");
  const line = document.createElementNS(SVG, "polyline");
  const chart = document.createElementNS(SVG, "svg");
  chart.setAttribute("viewBox", `0 0 ${LINE.width} ${LINE.height}`);
  chart.setAttribute("preserveAspectRatio", "none");
  chart.setAttribute("aria-hidden", "true");
  chart.append(line);

  const input = element("input", "");
  Object.assign(input, { type: "number", min: "0.01", step: "0.01", placeholder: "New price", required: true });
  input.setAttribute("aria-label", `New price of ${symbol}`);
  const release = element("button", "quiet", "Release");
  release.type = "button";
  const form = element("form", "", input, element("button", "", "Force"), release);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void force(symbol, Number(input.value)).then(() => form.reset());
  });
  release.addEventListener("click", () => void force(symbol, null));

  const name = element("div", "", element("h2", "", symbol), element("small", "", source));
  markets.append(element("li", "market card", name, chart, price, form));
  return {
    show(quote) {
      price.textContent = quote.price.toLocaleString("en-US", { minimumFractionDigits: 2 });
      price.classList.toggle("forced", quote.isForced);
      release.disabled = !quote.isForced;
      line.setAttribute("points", linePoints(quote.hour));
    },
  };
}

function linePoints(closes: number[]): string {
  const low = Math.min(...closes);
  const span = Math.max(...closes) - low || 1;
  const height = LINE.height - 2 * LINE.margin;
  return closes
    .map((close, index) => {
      const x = (index / Math.max(1, closes.length - 1)) * LINE.width;
      const y = LINE.margin + height * (1 - (close - low) / span);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
}

async function force(symbol: string, price: number | null): Promise<void> {
  await callControl("/price", { symbol, price }).catch(showError);
  await refresh();
}

async function refresh(): Promise<void> {
  try {
    show(await callControl<PanelState>("/prices"));
  } catch (error) {
    showError(error);
  }
}

function show({ prices, sources, isConnected, ticksPerSecond }: PanelState): void {
  showError("");
  faults.show(sources);
  part("connection", HTMLElement).textContent = isConnected ? "The product is listening" : "Nobody is listening";
  if (document.activeElement !== ticks) ticks.value = String(ticksPerSecond);
  for (const quote of prices) {
    const row = rows.get(quote.symbol) ?? makeRow(quote);
    rows.set(quote.symbol, row);
    row.show(quote);
  }
}

function showError(error: unknown): void {
  part("error", HTMLElement).textContent = error instanceof Error ? error.message : String(error);
}

part("pace", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  ticks.blur();
  callControl("/pace", { ticksPerSecond: Number(ticks.value) }).catch(showError);
});
mountOutagePanel(part("outage", HTMLElement), {
  silent: "Connected, but silent",
  drop: "Cuts the connection once",
  refuse: "Takes no connection",
  "candles-away": "Fails to answer with candles",
  "no-candles": "A plan without candles",
});
await refresh();
setInterval(() => void refresh(), REFRESH_MS);
