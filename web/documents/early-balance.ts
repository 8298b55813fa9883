/**
 * Writes balances, results and the price into the document as soon as the preloaded calls are answered, where the skeleton has a place
 * for them, and begins all other loads of the screen. The application takes a second longer on a slow phone, and then shows the same figures
 * in the same places. The documents load this file beside the application, and it imports nothing that the application does not.
 */
import { DEMO_BALANCE_USD, SOCKET } from "../../worker/contract/limits.ts";
import type { PollAnswer } from "../../worker/contract/poll-answer.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { userResultUsd } from "../account/balance-equation.ts";
import { FIRST_PRICES } from "../prices/first-prices-path.ts";
import type { User } from "../state/api.ts";
import { beginRead, copyPreload, copyRead, hasPreloads } from "../state/network/preloads.ts";
import { lastAccount } from "../state/storage/account-storage.ts";
import { readSettings } from "../state/storage/stored-settings.ts";
import { CASH, usualAccount } from "../trade-accounts/trade-account.ts";
import { firstCandles, firstCharted } from "../trading/first-symbol.ts";
import { emWidth } from "../ui/em-width.ts";
import {
  capUsd,
  directionOf,
  formatCount,
  formatMoney,
  formatPercent,
  formatRatio,
  formatSignedMoney,
  formatSteps,
  NO_VALUE,
} from "../ui/format.ts";
import { HIDDEN_SUM } from "../ui/hidden-sums.ts";
import type { AwaitedName } from "../ui/money.tsx";

/** Writes the balances and the results, unless the answer is a refusal or belongs to another session. */
export async function showEarlyBalances(): Promise<void> {
  const reply = await copyPreload("/api/auth/check");
  if (!reply?.ok) return;
  // The shape of the answer is that of the call whose address this is.
  const { user } = (await reply.json()) as { user: User };
  // Another tab may have signed in somebody else since.
  const isOutdated = lastAccount() !== null && lastAccount() !== user._id;
  if (isOutdated) return;
  const isShown = readSettings(user._id).privacy.showBalance;
  const sumText = (usd: number) => (isShown ? formatMoney(capUsd(usd)) : HIDDEN_SUM);
  write("balance", sumText(user.balance));
  write("demoBalance", sumText(user.demo?.balance ?? DEMO_BALANCE_USD));
  // An address may choose another account or a part of the trades.
  if (location.search !== "" || usualAccount(user) !== CASH) return;
  const { todayPnL, dayWinPercentage, profitFactor, buyTrades, sellTrades } = user.analytics;
  const resultText = (usd: number) => (isShown ? formatSignedMoney(capUsd(usd)) : HIDDEN_SUM);
  const total = userResultUsd(user);
  // Green at zero too, as on the page.
  write("totalPnl", resultText(total), total >= 0 ? "up" : "down");
  write("todayPnl", resultText(todayPnL), directionOf(todayPnL));
  write("winRate", formatPercent(dayWinPercentage));
  write("profitFactor", profitFactor === null ? NO_VALUE : formatRatio(profitFactor));
  write("buyTrades", formatCount(buyTrades));
  write("sellTrades", formatCount(sellTrades));
}

/** Writes the price of the symbol that the chart shows first, unless it is stale. */
export async function showEarlyPrice(): Promise<void> {
  const asked = copyPreload(FIRST_PRICES);
  // The Worker leaves the preloads out where nobody is signed in.
  if (!hasPreloads() || placesOf("price").length === 0) return;
  const symbol = firstCharted(lastAccount());
  const reply = await asked;
  if (!reply?.ok) return;
  // As above.
  const { prices, now } = (await reply.json()) as PollAnswer;
  const quote = prices[symbol];
  if (!quote || now - quote.at >= SOCKET.delayedAfterMs) return;
  const steps = (dollars: number) => stepsOf(symbol, dollars, "nearest");
  const mid = midSteps({ bid: steps(quote.bid), ask: steps(quote.ask) });
  write("price", formatSteps(mid, FEED_SYMBOLS[symbol].decimals));
}

/** Loads the first candles of the chart where the document has a place for them: `early-candles.ts` draws them. */
export async function loadEarlyCandles(): Promise<void> {
  const isAwaited = document.querySelector('#root > [aria-busy] [data-awaited="candles"]');
  if (isAwaited && hasPreloads()) await copyRead(firstCandles(firstCharted(lastAccount())));
}

/** The places of a figure, as long as the application has not run. */
function placesOf(name: AwaitedName): NodeListOf<HTMLElement> {
  return document.querySelectorAll(`#root > [aria-busy] [data-awaited="${name}"]`);
}

function write(name: AwaitedName, text: string, tone?: "up" | "down" | "flat"): void {
  for (const place of placesOf(name)) {
    if (tone) place.dataset.tone = tone;
    place.style.setProperty("--em", String(emWidth(text)));
    place.textContent = text;
  }
}

/**
 * Begins what the document names after what is shown first: calls of the API for who is signed in, and the screen's code.
 * @param isFirstHere the code waits for it, which the line brings sooner alone; it is busy with the entry's code meanwhile
 */
export async function beginNext(isFirstHere: Promise<unknown>): Promise<void> {
  const { next = "" } = document.querySelector<HTMLElement>("script[data-next]")?.dataset ?? {};
  const paths = next.split(" ").filter(Boolean);
  const isCall = (path: string) => path.startsWith("/api/");
  if (hasPreloads()) for (const path of paths.filter(isCall)) beginRead(path);
  await isFirstHere;
  for (const path of paths) if (!isCall(path)) preloadScript(path);
}

function preloadScript(path: string): void {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = path;
  document.head.append(link);
}

// The application shows and retries what fails here.
showEarlyBalances().catch(() => {});
showEarlyPrice().catch(() => {});
void beginNext(loadEarlyCandles().catch(() => {}));
