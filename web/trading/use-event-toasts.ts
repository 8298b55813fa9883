import { effect } from "@preact/signals-react";
import { useEffect } from "react";
import type { DemoOrder } from "../../worker/contract/demo/demo-types.ts";
import { demoRun, onDemoNews } from "../demo/demo-account.ts";

/**
 * Tells with a toast each what happens in the account while the page is open. Of what this page has commanded it tells only
 * what was closed: the ticket, the lists and the lines show the rest.
 */
export function useEventToasts(): void {
  useEffect(() => {
    // An order that has ended is no longer part of the run when its end is told.
    const orders = new Map<number, DemoOrder>();
    const stopSeeing = effect(() => {
      for (const order of demoRun.value?.orders ?? []) orders.set(order.id, order);
    });
    const stopListening = onDemoNews(({ events, isOwn }) => {
      const { positions = [] } = demoRun.peek() ?? {};
      const tell = async () => {
        const { tellEvents, tellOwnEvents } = await import("./tell-events.ts");
        if (isOwn) return tellOwnEvents(events);
        tellEvents(events, {
          order: (id) => orders.get(id),
          position: (id) => positions.find((position) => position.id === id),
          isElsewhere: isOwn === false,
        });
      };
      // The lists show what has happened in any case.
      tell().catch((error: unknown) => console.warn("news not told", error));
    });
    return () => {
      stopSeeing();
      stopListening();
    };
  }, []);
}
