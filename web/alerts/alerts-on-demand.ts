import { toast } from "../ui/toast/toast.ts";
import { alertNames } from "./alert-names.ts";

/** What the first screen has of alerts; the store comes with {@link withAlerts}. */

export { alertCounts, alertDraft, closeAlertEditor, editedSymbol } from "./alert-state.ts";

/** Loads the store of alerts for an action; a toast says it when that fails. */
export async function withAlerts(run: (store: typeof import("./alerts.ts")) => void): Promise<void> {
  try {
    run(await import("./alerts.ts"));
  } catch (error) {
    console.warn("alerts not loaded", error);
    toast.error(alertNames.notLoaded);
  }
}
