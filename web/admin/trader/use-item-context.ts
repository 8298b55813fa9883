import { useEffect, useState } from "react";
import type { Found } from "../desk/call-parts.ts";
import type { ItemContext } from "./trader-types.ts";

/** `failed` when it could not be asked for. */
export type Shown<Context> = Context | "failed" | null;

/**
 * What stands beside the open item, asked for anew with each item and each decision about it.
 * @param find gives the item and its context; keep it
 * @returns `context` is null until the answer is here; `askAgain` asks once more: after a failure, or for what was written about its trader
 */
export function useItemContext<Row extends { _id: string; version: number }, Context extends ItemContext>(
  item: Row | null,
  find: (id: string) => Promise<Found<Row, Context> | null>,
) {
  const [state, setState] = useState<{ of: string; context: Context | "failed" } | null>(null);
  const [asked, setAsked] = useState(0);
  const id = item?._id;
  const of = item && `${item._id} ${item.version}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is asking the same
  useEffect(() => {
    if (id === undefined || of === null) return;
    let isWanted = true;
    const show = (context: Context | "failed") => isWanted && setState({ of, context });
    find(id).then(
      (found) => show(found?.context ?? "failed"),
      () => show("failed"),
    );
    return () => {
      isWanted = false;
    };
  }, [id, of, find, asked]);

  const context: Shown<Context> = state?.of === of ? state.context : null;
  return {
    context,
    askAgain() {
      // What is shown stays until the answer is here; that there is nothing to show does not.
      setState((before) => (before?.context === "failed" ? null : before));
      setAsked((times) => times + 1);
    },
  };
}
