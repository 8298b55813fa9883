/** What a run has started and has to stop at its end (`stop-stacks.ts`). */
export const runningStacks = new Set<{ stop(): Promise<void> }>();
