import type { LabelBody, LabelType } from "../../worker/contract/trade-journal/journal-schema.ts";
import type { QueryOptions } from "../state/query.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import { changeLabel, knownLabels, readLabels } from "./journal-state.ts";
import { isSameName, writtenLine } from "./written-characters.ts";

/**
 * The labels of the signed-in person: setups, tags and mistakes. Loaded with what shows them, never with the first screen. A change is
 * there at once and is sent by itself; the account's refusal takes it back and says why.
 */

export type { LabelType };
export { isSameName };

export type Label = LabelBody & { id: string };

const LABELS: QueryOptions<true> = {
  key: ["journal", "labels"],
  fetch: readLabels,
};

/** Reads the labels while the component is mounted. Call `useSignals` before, and read them with the functions below. */
export function useLabels(): Query<true> {
  return useQuery(LABELS);
}

/** The labels of a kind that are not archived, by name. Reads signals. */
export function labelsOf(type: LabelType): Label[] {
  return allLabels().filter((label) => label.type === type && !label.isArchived);
}

/** All labels, by name, with those that are archived. Reads signals. */
export function allLabels(): Label[] {
  return [...knownLabels()]
    .map(([id, body]) => ({ id, ...body }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

/** A label by its id; null for one that is not known. Reads signals. */
export function labelOf(id: string): Label | null {
  const body = knownLabels().get(id);
  return body ? { id, ...body } : null;
}

/**
 * Makes a label, or brings back the archived one of that name.
 * @returns its id; null for a name without characters
 */
export function addLabel(type: LabelType, name: string): string | null {
  const plain = writtenLine(name);
  if (plain === "") return null;
  const known = allLabels().find((label) => label.type === type && isSameName(label.name, plain));
  const id = known?.id ?? crypto.randomUUID();
  if (!known || known.isArchived) changeLabel(id, { type, name: known?.name ?? plain, isArchived: false });
  return id;
}

/** Gives a label another name, but not one without characters. What has it shows the new one. */
export function renameLabel({ id, type, isArchived }: Label, name: string): void {
  const plain = writtenLine(name);
  if (plain !== "") changeLabel(id, { type, name: plain, isArchived });
}

/** Takes a label from the choices, or brings it back. What has it keeps it. */
export function archiveLabel({ id, type, name }: Label, isArchived: boolean): void {
  changeLabel(id, { type, name, isArchived });
}
