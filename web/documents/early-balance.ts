/**
 * Writes the balances into the document as soon as the preloaded session check is answered, where the skeleton has a place
 * for them. The application takes a second longer on a slow phone, and then shows the same figures in the same places.
 * The documents load this file beside the application, and it imports nothing that the application does not.
 */
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import type { User } from "../state/api.ts";
import { copyPreload } from "../state/network/preloads.ts";
import { lastAccount } from "../state/storage/account-storage.ts";
import { readSettings } from "../state/storage/stored-settings.ts";
import { emWidth } from "../ui/em-width.ts";
import { capUsd, formatMoney } from "../ui/format.ts";
import { HIDDEN_SUM } from "../ui/hidden-sums.ts";
import type { AwaitedName } from "../ui/money.tsx";

/** Writes the balances, unless the answer is a refusal or belongs to another session. */
export async function showEarlyBalances(): Promise<void> {
  const reply = await copyPreload("/api/auth/check");
  if (!reply?.ok) return;
  // The shape of the answer is that of the call whose address this is.
  const { user } = (await reply.json()) as { user: User };
  // Another tab may have signed in somebody else since.
  const isOutdated = lastAccount() !== null && lastAccount() !== user._id;
  if (isOutdated) return;
  const isShown = readSettings(user._id).privacy.showBalance;
  const demoBalance = user.demo?.balance ?? DEMO_BALANCE_USD;
  const sumsUsd: Record<AwaitedName, number> = { balance: user.balance, demoBalance };
  for (const [name, usd] of Object.entries(sumsUsd)) {
    const text = isShown ? formatMoney(capUsd(usd)) : HIDDEN_SUM;
    for (const place of document.querySelectorAll<HTMLElement>(`#root > [aria-busy] [data-awaited="${name}"]`)) {
      place.style.setProperty("--em", String(emWidth(text)));
      place.textContent = text;
    }
  }
}

// The application shows and retries what fails here.
showEarlyBalances().catch(() => {});
