import { computed, signal } from "@preact/signals-react";
import { ApiError } from "../../api.ts";

/**
 * An act on money wants a second factor of the last quarter of an hour. Whatever sends one does so through
 * {@link withStepUp}; the desk mounts the one dialog that asks.
 */

const untilMs = signal<number | null>(null);

/** Until when acts on money are open, epoch ms by this browser's clock; null until the API has said. */
export const steppedUpUntilMs = computed(() => untilMs.value);

export function noteStepUp(until: number | null): void {
  untilMs.value = until;
}

const asked = signal<PromiseWithResolvers<boolean> | null>(null);

/** Whether the code is being asked for. */
export const isStepUpAsked = computed(() => asked.value !== null);

/** The code was asked for and not given; nothing was done. */
export class StepUpDeclined extends Error {
  constructor() {
    super("no code was given");
    this.name = "StepUpDeclined";
  }
}

/**
 * Sends an act and, where the API first wants the second factor again, asks for it and sends the very same once more.
 * @throws StepUpDeclined, and whatever `send` throws
 */
export async function withStepUp<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "step_up_required")) throw error;
    if (!(await askForStepUp())) throw new StepUpDeclined();
    return await send();
  }
}

/** Asks for the code. Two acts that want it at once share one question. @returns whether it was given */
export function askForStepUp(): Promise<boolean> {
  asked.value ??= Promise.withResolvers<boolean>();
  return asked.value.promise;
}

/** Answers whoever asked. @param isGiven whether the API took the code */
export function endStepUp(isGiven: boolean): void {
  asked.peek()?.resolve(isGiven);
  asked.value = null;
}
