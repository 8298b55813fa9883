/** Everything that the test run has started and must stop at its end (`stop-stacks.ts`). */
export const runningStacks = new Set<{ stop(): Promise<void> }>();
