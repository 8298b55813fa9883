import { useSignals } from "@preact/signals-react/runtime";
import { user } from "../state/session.ts";

/** Whether the trader's account is frozen: they can look at their demo account, but not trade in it. */
export function useIsFrozen(): boolean {
  useSignals();
  return user.value?.frozenAt != null;
}
