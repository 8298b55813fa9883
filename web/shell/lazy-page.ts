import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { isReachable } from "../state/connection.ts";

const RELOADED_KEY = "reloaded-for-chunk";

/**
 * A page whose code loads when it is first opened. After a release the code that an open document names may be gone: the
 * document then reloads itself, once, and names the new one.
 */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      const page = await load();
      sessionStorage.removeItem(RELOADED_KEY);
      return { default: page };
    } catch (error) {
      const isAway = !navigator.onLine || !isReachable.peek();
      if (isAway || sessionStorage.getItem(RELOADED_KEY)) throw error;
      sessionStorage.setItem(RELOADED_KEY, "yes");
      location.reload();
      // The document is going: nothing more is to be shown in it.
      return new Promise<never>(() => {});
    }
  });
}
