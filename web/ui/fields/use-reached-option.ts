import { type KeyboardEvent, useId, useState } from "react";
import { placeByKey } from "../list-keys.ts";

/**
 * The options below a field that keeps the focus: which one is reached, by arrow keys or the pointer, and what field, list and
 * options are given for it.
 * @param options.first the option that is reached before any key; -1 for none, where Enter chooses the first one
 * @param options.onChoose an option was pressed, or Enter
 * Source: WAI-ARIA Authoring Practices, combobox with list autocomplete
 */
export function useReachedOption({
  count,
  first,
  onChoose,
}: {
  count: number;
  first: -1 | 0;
  onChoose: (index: number) => void;
}) {
  const id = useId();
  const [reached, setReached] = useState<number>(first);
  const active = Math.min(reached, count - 1);
  const idOf = (index: number) => `${id}-${index}`;

  return {
    active,
    /** Reaches the first option, or none. */
    restart: () => setReached(first),
    /** @returns whether the key was one of the options, and is done with */
    onKeyDown(event: KeyboardEvent): boolean {
      const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
      if (event.nativeEvent.isComposing || !(isArrow || event.key === "Enter")) return false;
      event.preventDefault();
      const place = isArrow ? placeByKey(event, { here: active, count, isRing: true }) : null;
      if (place !== null) {
        setReached(place);
        document.getElementById(idOf(place))?.scrollIntoView({ block: "nearest" });
      } else if (!isArrow && count > 0) onChoose(Math.max(0, active));
      return true;
    },
    field: {
      "aria-autocomplete": "list",
      "aria-controls": id,
      "aria-activedescendant": count > 0 && active >= 0 ? idOf(active) : undefined,
      autoComplete: "off",
      autoCapitalize: "none",
      spellCheck: false,
    } as const,
    listId: id,
    option: (index: number) => ({
      id: idOf(index),
      role: "option",
      "aria-selected": index === active,
      onMouseMove: () => setReached(index),
      onClick: () => onChoose(index),
    }),
  };
}
