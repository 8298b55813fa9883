import { computed, type ReadonlySignal } from "@preact/signals-react";

/**
 * A computed object that stays the same while what is in it is: whoever shows it renders when something is new, not whenever
 * a price moves.
 * @param read reads signals; what it gives is plain data, without undefined
 */
export function steady<Value>(read: () => Value): ReadonlySignal<Value> {
  const text = computed(() => JSON.stringify(read()));
  // It was written just above.
  return computed(() => JSON.parse(text.value) as Value);
}
