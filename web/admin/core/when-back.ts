import { useEffect, useEffectEvent } from "react";
import { isReachable } from "../../state/network/connection.ts";

/** Loads again what could not be loaded, once the API can be reached again: a list does so by its poll. */
export function useWhenBack(hasFailed: boolean, load: () => void): void {
  const onBack = useEffectEvent(load);
  useEffect(() => {
    if (!hasFailed) return;
    let wasLost = !isReachable.peek();
    return isReachable.subscribe((isUp) => {
      if (isUp && wasLost) onBack();
      wasLost = !isUp;
    });
  }, [hasFailed]);
}
