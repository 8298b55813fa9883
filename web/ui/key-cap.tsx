import { styled } from "goober";
import { Box } from "./layout.tsx";

const Cap = styled("kbd")`
  display: inline-grid;
  place-items: center;
  min-width: 18px;
  height: 18px;
  padding: 0 4px;
  border: 1px solid currentColor;
  border-radius: 4px;
  font: inherit;
  font-size: 11px;
  line-height: 1;
  &[data-faint="true"] {
    opacity: 0.8;
  }
`;

/** A key, drawn as on a keyboard. */
export function KeyCap({ children }: { children: string }) {
  return <Cap data-faint>{children}</Cap>;
}

/** The shortcut of a button, shown inside it. Hidden from screen readers, which read `aria-keyshortcuts`. */
export function ButtonKey({ children }: { children: string }) {
  return (
    <Box as="span" showOn="pointer" aria-hidden="true">
      <Cap data-faint>{children}</Cap>
    </Box>
  );
}

const NAMES: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };

/**
 * The caps of a shortcut, as `Ctrl` and `K`. Screen readers are given it by `aria-keyshortcuts`, or read it where it stands.
 * @param of keys as in `state/shortcuts.ts`: `Mod+K`, `G D`
 */
export function KeyCaps({ of }: { of: string }) {
  const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
  const names: Readonly<Record<string, string>> = { ...NAMES, Mod: isMac ? "⌘" : "Ctrl" };
  return of.split(/[+ ]/).map((key) => <Cap key={key}>{names[key] ?? key}</Cap>);
}
