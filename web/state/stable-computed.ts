import { computed, type ReadonlySignal } from "@preact/signals-react";

/**
 * A computed object that keeps its identity while its content is equal, so that components render only on changes and
 * not on every price.
 * @param read reads signals; returns plain data without undefined
 */
export function stableComputed<Value>(read: () => Value): ReadonlySignal<Value> {
  const text = computed(() => JSON.stringify(read()));
  // The text was serialized from a Value just above.
  return computed(() => JSON.parse(text.value) as Value);
}
