/** The script of the offline page: shows the last prices with their age, and opens the page again when it can be reached. */
import { THEME_COOKIE, THEMES } from "../../worker/contract/limits.ts";
import { FEED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { type LastPrice, readLastPrices } from "../state/storage/last-prices.ts";
import { formatAge, formatSteps } from "../ui/format.ts";
import { offlineText } from "./offline-text.ts";

const AGES_EVERY_MS = 1_000;
/** The network may be there and only the product away: nothing tells when that ends. In ms. */
const RETRY_EVERY_MS = 30_000;

showTheme();
void showPrices();
addEventListener("online", () => location.reload());
setInterval(() => {
  if (!document.hidden) void retry();
}, RETRY_EVERY_MS);

/** Loads the page again once the product answers, so that a failed try changes nothing on the screen. */
async function retry(): Promise<void> {
  const isUp = await fetch("/api/health").then(
    (reply) => reply.ok,
    () => false,
  );
  if (isUp) location.reload();
}

/** The theme of the last page: of documents the Worker sets it, which is not reached now. */
function showTheme(): void {
  const value = new RegExp(`(?:^|; )${THEME_COOKIE}=(\\d+)`).exec(document.cookie)?.[1];
  const id = THEMES.find((one) => String(one) === value);
  if (id !== undefined) document.documentElement.dataset.theme = String(id);
}

async function showPrices(): Promise<void> {
  const prices = await readLastPrices();
  const section = document.querySelector<HTMLElement>("[data-prices]");
  if (!section || prices.length === 0) return;
  section.hidden = false;
  const label = section.querySelector<HTMLElement>("[data-simulated]");
  if (label) label.hidden = !prices.some(({ isSimulated }) => isSimulated);
  const show = () => {
    for (const price of prices) showPrice(section, price);
  };
  show();
  setInterval(show, AGES_EVERY_MS);
}

function showPrice(section: HTMLElement, { symbol, steps, atMs }: LastPrice): void {
  const row = section.querySelector<HTMLElement>(`[data-symbol="${symbol}"]`);
  const [figure, age] = [row?.querySelector("[data-price]"), row?.querySelector("[data-age]")];
  if (!row || !figure || !age) return;
  row.hidden = false;
  figure.textContent = formatSteps(steps, FEED_SYMBOLS[symbol].decimals);
  age.textContent = offlineText.old(formatAge(Date.now() - atMs));
}
