import { type RefObject, useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "../ui/is-page-key.ts";
import type { ReplayPlayer } from "./replay-player.ts";

/** What takes the space bar, or arrows, itself. The slider of the replay moves by the same arrows. */
const OWN_KEYS = "input:not([data-replay]), textarea, select, [contenteditable='true']";

/**
 * The keys of a replay, wherever the focus is on its page or in its dialog: Space plays and pauses, the arrows go by one quote, with
 * Shift by ten.
 */
export function useReplayKeys(root: RefObject<HTMLElement | null>, player: ReplayPlayer): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    const modal = root.current?.closest("[data-modal]");
    // A dialog above it has the keys, as the page has them where it is in none.
    const isHere = modal ? [...document.querySelectorAll("[data-modal]")].at(-1) === modal : !isDialogOpen();
    if (!isHere || target?.closest(OWN_KEYS)) return;
    const quotes = (event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0) * (event.shiftKey ? 10 : 1);
    // A button that has the focus is pressed by the space bar.
    const plays = event.key === " " && !event.shiftKey && !target?.closest("button, a, [role='button']");
    if (quotes === 0 && !plays) return;
    event.preventDefault();
    if (plays) player.toggle();
    else player.step(quotes);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
