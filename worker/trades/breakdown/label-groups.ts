import { NO_KEY } from "../../contract/trade-groups.ts";
import { countInto, type GroupSums, noSums, restOf } from "../../performance/group-sums.ts";
import type { LabelledRow } from "./breakdown-store.ts";

type Kind = "setup" | "tag" | "mistake";
type Groups = [key: string, sums: GroupSums][];

/**
 * The sums of trades by setup, tag and mistake. A label that was removed from the account counts nowhere.
 * @param all the sums of all trades, from which those without a label are what is left
 */
export function labelGroups(
  all: GroupSums,
  rows: readonly LabelledRow[],
  labels: readonly { id: string; kind: Kind }[],
): Record<Kind, Groups> {
  const kindOf = new Map(labels.map(({ id, kind }) => [id, kind]));
  const groups = new Map<string, GroupSums>();
  const having = { setup: noSums(), tag: noSums(), mistake: noSums() };
  for (const [resultUnits, milliR, setupId, labelIds] of rows) {
    const own = [...(setupId === null ? [] : [setupId]), ...labelIds].filter((id) => kindOf.has(id));
    for (const kind of new Set(own.map((id) => kindOf.get(id)))) if (kind) countInto(having[kind], resultUnits, milliR);
    for (const id of own) {
      const sums = groups.get(id) ?? noSums();
      groups.set(id, sums);
      countInto(sums, resultUnits, milliR);
    }
  }
  const entriesOf = (kind: Kind): Groups => [
    ...[...groups].filter(([id]) => kindOf.get(id) === kind),
    [NO_KEY, restOf(all, [having[kind]])],
  ];
  return { setup: entriesOf("setup"), tag: entriesOf("tag"), mistake: entriesOf("mistake") };
}
