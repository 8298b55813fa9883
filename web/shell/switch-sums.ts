import { settings, showSums } from "../state/settings.ts";
import { toast } from "../ui/toast/toast.ts";
import { shellText } from "./shell-text.ts";

/** Hides or shows the amounts of the signed-in trader, and says so where the browser cannot save it. */
export function switchSums(): void {
  try {
    showSums(!settings.peek().privacy.showBalance);
  } catch (error) {
    console.warn("sums not switched", error);
    toast.error(shellText.sumsNotSwitched);
  }
}
