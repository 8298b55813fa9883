import { signal } from "@preact/signals-react";
import { useEffect, useEffectEvent } from "react";
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
 * Registers single-key shortcuts, which work while no text is being typed and no dialog is open.
 * @param keys handlers by `KeyboardEvent.key`, letters in lower case; `Shift+1` to `Shift+9` are the digits with Shift
 */
export function useShortcuts(keys: Record<string, (() => void) | undefined>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const handler = keys[nameOf(event)];
    if (!handler || isOff.peek() || !isForTheAdmin(event)) return;
    event.preventDefault();
    handler();
  });

  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function nameOf({ key, code, shiftKey }: KeyboardEvent): string {
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  // What Shift and a digit type differs between layouts; in some it is the digit itself, which has its own meaning.
  if (shiftKey && digit !== undefined && !/^[0-9]$/.test(key)) return `Shift+${digit}`;
  return key.length === 1 ? key.toLowerCase() : key;
}

function isForTheAdmin(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && isPageKey(event);
}
