import { type ReadonlySignal, signal } from "@preact/signals-react";
import { THEME_COOKIE, THEME_DEFAULT, THEMES, type ThemeId } from "../../worker/contract/limits.ts";
import { THEME } from "../ui/theme.ts";
import { answer, api } from "./api.ts";
import { localStore } from "./storage/browser-storage.ts";
import { listenToStorage } from "./storage/other-tabs.ts";
import { setPaintCookie } from "./storage/paint-cookie.ts";

/**
 * The colour theme: the user's own once it is known, until then the last one of this browser, so that the first paint
 * has its colours.
 */

const KEY = "theme";

const current = signal<ThemeId>(THEME_DEFAULT);
/** The current theme. */
export const theme: ReadonlySignal<ThemeId> = current;

/** Applies the last theme of this browser. Call it before the first render. */
export function showLastTheme(): void {
  show(themeOrDefault(Number(localStore.get(KEY))));
}

/** Follows the theme of the other tabs of this browser. @returns stops it */
export function followThemeOfOtherTabs(): () => void {
  return listenToStorage((key) => {
    if (key === KEY) apply(themeOrDefault(Number(localStore.get(KEY))));
  });
}

/** Applies a user's theme; a missing or invalid one is the default. */
export function showThemeOf(user: { theme?: unknown }): void {
  show(themeOrDefault(user.theme));
}

/** Applies and stores the default theme. */
export function resetTheme(): void {
  show(THEME_DEFAULT);
}

/**
 * Applies a theme at once and saves it. If saving fails, the default is applied.
 * @returns whether it was saved; false without a call for an invalid theme
 */
export async function updateTheme(value: number): Promise<boolean> {
  if (!isTheme(value)) {
    console.error("Invalid value", value);
    return false;
  }
  show(value);
  try {
    const { success } = await answer(api.auth.theme.$post({ json: { theme: value } }));
    if (!success) throw new Error("the API did not report success");
    return true;
  } catch (error) {
    console.error("theme not saved", error);
    resetTheme();
    return false;
  }
}

function show(id: ThemeId): void {
  apply(id);
  localStore.set(KEY, String(id));
  setPaintCookie(THEME_COOKIE, id === THEME_DEFAULT ? null : String(id));
}

function apply(id: ThemeId): void {
  current.value = id;
  document.documentElement.dataset.theme = String(id);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", THEME[id].colours.bg);
}

function themeOrDefault(value: unknown): ThemeId {
  return isTheme(value) ? value : THEME_DEFAULT;
}

function isTheme(value: unknown): value is ThemeId {
  return THEMES.some((id) => id === value);
}
