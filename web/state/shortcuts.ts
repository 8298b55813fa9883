import { useEffect, useEffectEvent } from "react";
import { CANDLE_INTERVAL_LIST } from "../../worker/contract/candles.ts";
import { isDialogOpen, isPageKey } from "../ui/is-page-key.ts";
import { settings } from "./settings.ts";
import { never, startStopwatch } from "./timing/stopwatch.ts";

/** A shortcut of {@link SHORTCUTS}. */
export type Shortcut = {
  /** `trading` is the trading page, `everywhere` every signed-in page. */
  where: "everywhere" | "trading";
  /**
   * The combinations that do it: a key, with `Mod+` (Ctrl, or Command on a Mac), `Alt+` and `Shift+` before it in this
   * order, or two keys after each other, as `G D`. Letters are upper case; other keys as in `KeyboardEvent.key`.
   */
  keys: readonly string[];
  /** Whether a combination with `Mod+` or `Alt+` works while a field has the focus, too, unless it types a character into a text. */
  isInFields?: boolean;
  /** A key of the element with the focus, for the list of all keys alone: it has no handler, and cannot be turned off. */
  isOfFocus?: boolean;
};

/**
 * All shortcuts of the signed-in pages. A new one is a record here, its words in `shell/shortcut-text.ts`, and a handler
 * that {@link useShortcuts} registers where it works.
 */
export const SHORTCUTS = {
  palette: { where: "everywhere", keys: ["Mod+K", "/"], isInFields: true },
  help: { where: "everywhere", keys: ["?"] },
  toDashboard: { where: "everywhere", keys: ["G D"] },
  toTrading: { where: "everywhere", keys: ["G T"] },
  toAccount: { where: "everywhere", keys: ["G A"] },
  toPerformance: { where: "everywhere", keys: ["G P"] },
  toNotifications: { where: "everywhere", keys: ["G N"] },
  nextNotification: { where: "everywhere", keys: ["J"] },
  previousNotification: { where: "everywhere", keys: ["K"] },
  readNotification: { where: "everywhere", keys: ["E"] },
  close: { where: "everywhere", keys: ["Escape"], isOfFocus: true },
  buy: { where: "trading", keys: ["B"] },
  sell: { where: "trading", keys: ["S"] },
  plan: { where: "trading", keys: ["P"] },
  timeframe: { where: "trading", keys: CANDLE_INTERVAL_LIST.map((_, index) => String(index + 1)) },
  watchlistRow: { where: "trading", keys: ["ArrowUp", "ArrowDown"], isOfFocus: true },
  receipt: { where: "trading", keys: ["Alt+W"], isInFields: true },
  alert: { where: "trading", keys: ["Alt+A"], isInFields: true },
  trendLine: { where: "trading", keys: ["Alt+T"], isInFields: true },
  horizontalLine: { where: "trading", keys: ["Alt+H"], isInFields: true },
  fibonacci: { where: "trading", keys: ["Alt+F"], isInFields: true },
  undoDrawing: { where: "trading", keys: ["Mod+Z", "Mod+Shift+Z"] },
  removeDrawing: { where: "trading", keys: ["Delete"], isOfFocus: true },
  logScale: { where: "trading", keys: ["Alt+L"], isInFields: true },
  percentScale: { where: "trading", keys: ["Alt+P"], isInFields: true },
  backToLive: { where: "trading", keys: ["Alt+R"], isInFields: true },
  fullScreen: { where: "trading", keys: ["F"] },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;

/** What shortcuts do here. A handler is given the combination that was pressed. */
export type ShortcutHandlers = { readonly [Name in ShortcutName]?: (keys: string) => void };

/** The second key of two must follow within this time, in ms. */
const SEQUENCE_MS = 1_500;

const registered = new Set<(event: KeyboardEvent, keys: string) => boolean>();
/** The first key of two, and the time since it was pressed. */
let first = { keys: "", age: never };

/**
 * Registers the handlers of shortcuts while the component is mounted. Single keys do nothing in a field, in a dialog and
 * with modifiers, and the trader can turn all shortcuts off (WCAG 2.1.4).
 */
export function useShortcuts(handlers: ShortcutHandlers): void {
  useKeyHandler((event, keys) => {
    // The keys of the object are names of shortcuts.
    for (const name of Object.keys(handlers) as ShortcutName[]) {
      const { isInFields = false, ...shortcut }: Shortcut = SHORTCUTS[name];
      if (!shortcut.keys.includes(keys)) continue;
      const worksInField = isInFields && /^(?:Mod|Alt)\+/.test(keys) && !typesWithAlt(event, keys);
      if (worksInField ? isDialogOpen() : !isPageKey(event)) continue;
      event.preventDefault();
      handlers[name]?.(keys);
      return true;
    }
    return false;
  });
}

/** As {@link useShortcuts}, for keys of one page that come with it. @param handler tells whether the combination was one of them */
export function useKeyHandler(handler: (event: KeyboardEvent, keys: string) => boolean): void {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const one = (event: KeyboardEvent, keys: string) => handle(event, keys);
    if (registered.size === 0) document.addEventListener("keydown", onKeyDown);
    registered.add(one);
    return () => {
      registered.delete(one);
      if (registered.size === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  const keys = combinationOf(event);
  if (keys === null || !settings.peek().keyboard.shortcuts) return;
  const sequence = first.age() < SEQUENCE_MS ? `${first.keys} ${keys}` : keys;
  first = { keys: "", age: never };
  for (const typed of new Set([sequence, keys])) for (const one of registered) if (one(event, typed)) return;
  if (isFirstOfTwo(keys) && isPageKey(event)) first = { keys, age: startStopwatch() };
}

/** Whether the keys type a character into a text, as Alt and a letter do on a Mac: `@` is Alt and L in German. */
function typesWithAlt({ key, altKey, target }: KeyboardEvent, keys: string): boolean {
  const isAmount = target instanceof HTMLInputElement && target.inputMode === "decimal";
  return altKey && key.length === 1 && key.toUpperCase() !== keys.at(-1) && !isAmount;
}

function isFirstOfTwo(keys: string): boolean {
  return Object.values(SHORTCUTS).some((shortcut) => shortcut.keys.some((one) => one.startsWith(`${keys} `)));
}

/** The pressed keys as in {@link SHORTCUTS}; null for a modifier alone. */
function combinationOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (["Control", "Shift", "Alt", "Meta"].includes(key)) return null;
  // With Alt, and in layouts without Latin letters, the character of the physical key.
  const isKnown = key.length > 1 || (/^[\x20-\x7e]$/.test(key) && !altKey);
  const name = isKnown ? key : nameOfPlace(code, shiftKey);
  const isLetter = /^[a-z]$/i.test(name);
  // Characters that are no letters may need Shift in the layout.
  const modifiers = [
    (ctrlKey || metaKey) && "Mod+",
    altKey && "Alt+",
    shiftKey && (isLetter || name.length > 1) && "Shift+",
  ];
  return `${modifiers.filter(Boolean).join("")}${isLetter ? name.toUpperCase() : name}`;
}

/** The character of a physical key in the US layout, where it is a letter, a digit or the slash. */
function nameOfPlace(code: string, isShifted: boolean): string {
  if (code === "Slash") return isShifted ? "?" : "/";
  return code.replace(/^(?:Key|Digit)/, "");
}
