import { useKeyHandler } from "../../state/shortcuts.ts";
import { isPageKey } from "../../ui/is-page-key.ts";

/**
 * Registers shortcuts, which work while no text is being typed and no dialog is open, unless the person has turned the shortcuts of all
 * signed-in pages off.
 * @param keys handlers by a key of `KEYS`, by two keys after each other as `G W`, or by `Shift+1` to `Shift+9`: the digits with Shift
 */
export function useShortcuts(keys: Record<string, (() => void) | undefined>): void {
  useKeyHandler((event, typed) => {
    const handler = keys[shiftedDigit(event) ?? typed];
    if (!handler || !isForTheAdmin(event)) return false;
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
