import type { Candle } from "../../worker/contract/candles.ts";
import { drawFirstCandles } from "../chart/draw-first-candles.ts";
import { isStandardChart } from "../chart/stored-interval.ts";
import { copyRead, hasPreloads } from "../state/network/preloads.ts";
import { lastAccount } from "../state/storage/account-storage.ts";
import { firstCandles, firstCharted } from "../trading/first-symbol.ts";

/**
 * Draws the first candles into the document where and as the chart draws them at first, which takes a second more on a slow phone.
 * The chart takes the canvas over until its own is drawn: `useEarlyCandles`. The documents load this file beside
 * `early-balance.ts`, which sends the request.
 */
export async function showEarlyCandles(): Promise<void> {
  const places = document.querySelectorAll<HTMLCanvasElement>('#root > [aria-busy] [data-awaited="candles"]');
  const place = [...places].find((one) => one.getClientRects().length > 0);
  if (!place || !hasPreloads() || !isStandardChart()) return;
  const reply = await copyRead(firstCandles(firstCharted(lastAccount())));
  // The shape of the answer is that of the call whose address this is.
  if (reply?.ok) drawFirstCandles(place, ((await reply.json()) as { candles: Candle[] }).candles);
}

// The chart shows and retries what fails here.
showEarlyCandles().catch(() => {});
