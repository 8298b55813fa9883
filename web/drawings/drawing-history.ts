import { canonicalText } from "../../worker/contract/terminal/terminal-changes.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";

/** One act on a drawing. Null where there is none: it was added or removed. */
export type DrawingStep = { id: string; before: Drawing | null; after: Drawing | null };
/** A drawing with the id under which it is kept. */
export type KeptDrawing = { id: string; drawing: Drawing };
/** The drawing to keep; null for one that is removed. */
export type DrawingChange = { id: string; drawing: Drawing | null };
/** The drawing that there is at the moment; null for one that is not, or not any more. */
type Current = (id: string) => Drawing | null;

const ACTS_MAX = 100;

/**
 * The acts of this page on the drawings of a symbol, to be undone and redone. An act is taken back only where the drawing is
 * still what the act has made of it: what another device has changed since stays, and what it has deleted does not come
 * back.
 */
export class DrawingHistory {
  #done: (readonly DrawingStep[])[] = [];
  #undone: (readonly DrawingStep[])[] = [];

  /** Notes an act of this page. What was undone before it cannot be redone any more. */
  note(act: readonly DrawingStep[]): void {
    const steps = act.filter(({ before, after }) => !isSameDrawing(before, after));
    if (steps.length === 0) return;
    this.#done = [...this.#done, steps].slice(-ACTS_MAX);
    this.#undone = [];
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Takes back the last act of which something can be. @returns what is to be kept; empty when there is none */
  undo(current: Current): DrawingChange[] {
    return replay(this.#done, this.#undone, current);
  }

  /** Does again what was taken back last. */
  redo(current: Current): DrawingChange[] {
    return replay(this.#undone, this.#done, current);
  }
}

/** Reverts acts from the end of a list until one has an effect, which goes to the other list as its own inverse. */
function replay(from: (readonly DrawingStep[])[], to: (readonly DrawingStep[])[], current: Current): DrawingChange[] {
  for (let act = from.pop(); act; act = from.pop()) {
    const steps = act.filter(({ id, after }) => isSameDrawing(current(id), after));
    if (steps.length === 0) continue;
    to.push(steps.map(({ id, before, after }) => ({ id, before: after, after: before })));
    return steps.map(({ id, before }) => ({ id, drawing: before }));
  }
  return [];
}

/** Whether two drawings are the same, whatever the order of their properties; null is none. */
export function isSameDrawing(one: Drawing | null, other: Drawing | null): boolean {
  return canonicalText(one) === canonicalText(other);
}
