import type { CandleInterval } from "../../worker/contract/candles.ts";
import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { priceSource, quoteOf, serverNow } from "../state/prices.ts";
import { symbolName } from "../state/symbol-text.ts";
import { formatDateTime } from "../ui/format.ts";
import { downloadBlob } from "../ui/image/download-blob.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";
import { chartViewText } from "./chart-view-text.ts";
import { type ChartColours, readColours } from "./plot/chart-colours.ts";
import { zoneLabel } from "./plot/time-labels.ts";

type PictureOf = { chart: ChartController; symbol: FeedSymbol; interval: CandleInterval; timeZone: string };

const HEAD_PX = 56;
const TYPE = "image/png";

/** Copies a picture of the chart. Errors: those of the clipboard, which a browser may refuse. */
export async function copyPicture(given: PictureOf): Promise<void> {
  // The promise and not the picture: some browsers allow the clipboard only in the task of the click.
  await navigator.clipboard.write([new ClipboardItem({ [TYPE]: pictureOf(given) })]);
}

/** Downloads a picture of the chart, named after its symbol and time. */
export async function downloadPicture(given: PictureOf): Promise<void> {
  const at = new Date(serverNow()).toISOString().slice(0, 16).replace(":", "");
  downloadBlob(await pictureOf(given), `${given.symbol}-${given.interval}-${at}.png`);
}

/**
 * Draws the chart as it is shown: all its layers, the figures of the candle and the indicators, and the lines of trades
 * over them, with symbol, candle size, time and source above.
 */
async function pictureOf(given: PictureOf): Promise<Blob> {
  const { chart } = given;
  const { canvases } = chart;
  const [plot] = canvases;
  const stage = plot?.closest("[data-stage]");
  const canvas = document.createElement("canvas");
  const ctx = canvas.getContext("2d");
  if (!plot || !stage || !ctx) throw new Error("there is no chart");
  const ratio = devicePixelRatio || 1;
  const colours = readColours();
  const headPx = Math.round(HEAD_PX * ratio);
  canvas.width = plot.width;
  canvas.height = plot.height + headPx;
  ctx.fillStyle = colours.bg;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  drawHead(ctx, given, colours, ratio);
  for (const layer of canvases) ctx.drawImage(layer, 0, headPx);
  const { left, top } = plot.getBoundingClientRect();
  ctx.setTransform(ratio, 0, 0, ratio, -left * ratio, headPx - top * ratio);
  for (const legend of stage.querySelectorAll("[data-legend]")) drawBox(ctx, legend, [legend]);
  const parts = [...stage.querySelectorAll<HTMLElement>("[data-look]")];
  // Pills are above all lines.
  const [lines, pills] = [parts.filter((part) => !isPill(part)), parts.filter(isPill)];
  for (const line of lines) drawLine(ctx, line);
  for (const pill of pills) drawBox(ctx, pill, [...pill.children]);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), TYPE);
  return promise;
}

function drawHead(ctx: CanvasRenderingContext2D, given: PictureOf, colours: ChartColours, ratio: number): void {
  const { chart, symbol, interval, timeZone } = given;
  const nowMs = serverNow();
  const [at, zone] = [formatDateTime(nowMs, timeZone), ` ${zoneLabel(nowMs, timeZone)}`];
  const origin = quoteOf(symbol).peek()?.origin;
  const facts = [
    at.endsWith(zone) ? at : at + zone,
    priceSource.peek() === "simulated" ? chartViewText.simulated : origin && SOURCE_NAMES[origin.source],
    chartViewText.product,
  ].filter(Boolean);
  ctx.textBaseline = "middle";
  ctx.font = `600 ${15 * ratio}px ${chart.plot.fontFamily}`;
  ctx.fillStyle = colours.text;
  const words = chartViewText.pictureHead(symbol, symbolName(symbol), chartText.intervalWords[interval]);
  ctx.fillText(words, 12 * ratio, 18 * ratio);
  ctx.font = `400 ${12 * ratio}px ${chart.plot.fontFamily}`;
  ctx.fillStyle = colours.muted;
  ctx.fillText(facts.join(", "), 12 * ratio, 40 * ratio);
}

function isPill(part: HTMLElement): boolean {
  return "movable" in part.dataset;
}

/** Draws a line of a trade with its tag as the page shows them, in the page's coordinates. */
function drawLine(ctx: CanvasRenderingContext2D, part: HTMLElement): void {
  const [stroke, tag] = [part.querySelector(":scope > i"), part.querySelector(":scope > span")];
  if (stroke) {
    const { left, right, top, height } = stroke.getBoundingClientRect();
    const style = getComputedStyle(part);
    ctx.save();
    ctx.strokeStyle = style.getPropertyValue("--stroke");
    ctx.lineWidth = height;
    ctx.setLineDash([Number.parseFloat(style.getPropertyValue("--dash")), 4]);
    ctx.beginPath();
    ctx.moveTo(left, top + height / 2);
    ctx.lineTo(right, top + height / 2);
    ctx.stroke();
    ctx.restore();
  }
  if (tag) drawBox(ctx, tag, [tag]);
}

/** Draws an element's box, and the texts of its parts each at its place. Icons are left out. */
function drawBox(ctx: CanvasRenderingContext2D, box: Element, parts: readonly Element[]): void {
  const { left, top, width, height } = box.getBoundingClientRect();
  const style = getComputedStyle(box);
  ctx.beginPath();
  ctx.roundRect(left, top, width, height, Number.parseFloat(style.borderRadius) || 0);
  ctx.fillStyle = style.backgroundColor;
  ctx.fill();
  const borderPx = Number.parseFloat(style.borderTopWidth);
  if (borderPx > 0) {
    ctx.lineWidth = borderPx;
    ctx.strokeStyle = style.borderTopColor;
    ctx.stroke();
  }
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (const part of parts) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const place = range.getBoundingClientRect();
      const look = text.parentElement && getComputedStyle(text.parentElement);
      if (!look || place.width === 0) continue;
      ctx.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
      ctx.fillStyle = look.color;
      ctx.fillText(text.textContent ?? "", place.left, place.top + place.height / 2);
    }
  }
}
