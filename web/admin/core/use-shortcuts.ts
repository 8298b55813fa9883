import { signal } from "@preact/signals-react";
import { useKeyHandler } from "../../state/shortcuts.ts";
import { localStore } from "../../state/storage/browser-storage.ts";
import { isPageKey } from "../../ui/is-page-key.ts";

/** Stored in this browser. Single-key shortcuts can be turned off, for example with speech input. */
const OFF_KEY = "admin-shortcuts-off";

const isOff = signal(localStore.get(OFF_KEY) !== null);

export const areShortcutsOn = () => !isOff.value;

/** Turns single-key shortcuts on or off and stores the choice. */
export function turnShortcuts({ on }: { on: boolean }): void {
  isOff.value = !on;
  if (on) localStore.remove(OFF_KEY);
  else localStore.set(OFF_KEY, "yes");
}

/**
 * Registers shortcuts, which work while no text is being typed and no dialog is open.
 * @param keys handlers by a key of `KEYS`, by two keys after each other as `G W`, or by `Shift+1` to `Shift+9`: the digits with Shift
 */
export function useShortcuts(keys: Record<string, (() => void) | undefined>): void {
  useKeyHandler((event, typed) => {
    const handler = keys[shiftedDigit(event) ?? typed];
    if (!handler || isOff.peek() || !isForTheAdmin(event)) return false;
    event.preventDefault();
    handler();
    return true;
  });
}

/** What Shift and a digit type differs between layouts; in some it is the digit itself, which has its own meaning. */
function shiftedDigit({ key, code, shiftKey }: KeyboardEvent): string | null {
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return shiftKey && digit !== undefined && !/^[0-9]$/.test(key) ? `Shift+${digit}` : null;
}

function isForTheAdmin(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && isPageKey(event);
}
