import { styled } from "goober";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "wouter";
import { CountBadge } from "./badge.tsx";
import { focusByKey } from "./list-keys.ts";
import { media, type } from "./theme.ts";

const bar = `
  display: flex;
  gap: 24px;
  overflow-x: auto;
  scrollbar-width: none;
  box-shadow: var(--tab-line, inset 0 -1px 0 var(--line));
  &[data-size="dense"] { gap: var(--tab-gap, 16px); }
  &[data-size="pills"] { gap: 2px; min-width: 0; padding: 4px; box-shadow: none; }
  &[data-inset="true"] { padding: 0 20px; }
  ${media.phone} {
    gap: 20px;
    &[data-inset="true"] { padding: 0 16px; }
  }
  &[data-counts="gap"] { gap: 40px; }
`;

const tab = `
  ${type.body}
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: var(--tab-count-gap, 8px);
  flex: none;
  height: 44px;
  color: var(--muted);
  font-weight: 500;
  white-space: nowrap;
  transition: color var(--motion);
  &:hover { color: var(--text); }
  &:focus-visible { outline-offset: -2px; border-radius: 4px; }
  &::after {
    content: "";
    position: absolute;
    inset: auto 0 0;
    height: 2px;
    border-radius: 2px 2px 0 0;
    background: var(--accent);
    opacity: 0;
    transition: opacity var(--motion);
  }
  &[aria-selected="true"], &[aria-current="page"] { color: var(--text); }
  &[aria-selected="true"]::after, &[aria-current="page"]::after { opacity: 1; }
  [data-size="dense"] > & { ${type.dense} height: var(--tab-height, 36px); }
  [data-size="pills"] > & { ${type.dense} height: 28px; padding: 0 8px; border-radius: var(--radius-control); }
  [data-size="pills"] > &::after { content: none; }
  [data-size="pills"] > &[aria-selected="true"], [data-size="pills"] > &[aria-current="page"] { background: var(--raised); }
  [data-counts="gap"] > & > .num { position: absolute; left: calc(100% + 4px); }
  ${media.phone} { [data-size="dense"] > & { height: 44px; } }
  ${media.touch} { [data-size="pills"] > & { height: 44px; } }
`;

const List = styled("div")(bar);
const Nav = styled("nav")(bar);
const TabButton = styled("button")(tab);
const TabAnchor = styled("a")(tab);

type TabsLook = {
  /**
   * `dense` is for the lists of a pane, or for a bar with `--tab-height`, `--tab-gap` and `--tab-count-gap`; `pills` have
   * no line below them, for the head of a pane. `--tab-line: none` takes it from others, where something has one.
   */
  size?: "normal" | "dense" | "pills";
  /** Whether the line has the padding of the page around it, which it spans. */
  isInset?: boolean;
};

type TabsProps<Value extends string> = TabsLook & {
  /** The subject of the tabs, for screen readers. */
  label: string;
  /** Id prefix that connects each tab with its panel; unique on a page. */
  id: string;
  value: Value;
  items: readonly { value: Value; label: string; count?: number | null }[];
  onChange: (value: Value) => void;
};

/** Views of one place, switched without navigation. Arrow keys, Home and End move and select. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, id, value, items, onChange, size = "normal", isInset = false } = props;
  const list = useRef<HTMLDivElement>(null);
  const chosen = items.findIndex((item) => item.value === value);
  useCurrentInView(list, value);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const item = items[focusByKey(event, { here: chosen, along: "row", isRing: true }) ?? -1];
    if (item) onChange(item.value);
  }

  return (
    <List ref={list} role="tablist" aria-label={label} data-size={size} data-inset={isInset} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <TabButton
          key={item.value}
          id={`${id}-${item.value}-tab`}
          type="button"
          role="tab"
          aria-selected={item.value === value}
          aria-controls={item.value === value ? `${id}-${item.value}-panel` : undefined}
          tabIndex={item.value === value ? 0 : -1}
          onClick={() => onChange(item.value)}
        >
          {item.label}
          {item.count !== undefined && <CountBadge count={item.count} />}
        </TabButton>
      ))}
    </List>
  );
}

type TabPanelProps = {
  id: string;
  value: string;
  /** For a panel that stays mounted while another is selected. */
  isHidden?: boolean;
  children: ReactNode;
};

/** The panel of a tab of {@link Tabs}; render the selected one only, or hide the others. */
export function TabPanel({ id, value, isHidden = false, children }: TabPanelProps) {
  return (
    <div id={`${id}-${value}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}-tab`} hidden={isHidden}>
      {children}
    </div>
  );
}

type TabLinksProps = TabsLook & {
  label: string;
  /** Whether counts, of three characters at most, stand in the gaps: those that come later move nothing. */
  hasLateCounts?: boolean;
  /** @property key the shortcut that opens it, as `aria-keyshortcuts` has it */
  items: readonly { href: string; label: string; count?: number | string; isCurrent: boolean; key?: string }[];
};

/** Tabs as links, for views that have their own addresses. */
export function TabLinks({ label, items, size = "normal", isInset = false, hasLateCounts }: TabLinksProps) {
  const line = useRef<HTMLElement>(null);
  const current = items.find(({ isCurrent }) => isCurrent)?.label;
  // A new count moves all links after it.
  const counts = items.map(({ count }) => count ?? "").join();
  useCurrentInView(line, `${current} ${counts}`);

  return (
    <Nav
      ref={line}
      aria-label={label}
      data-size={size}
      data-inset={isInset}
      data-counts={hasLateCounts ? "gap" : undefined}
    >
      {items.map((item) => (
        <Link key={item.label} href={item.href} asChild>
          <TabAnchor
            href={item.href}
            aria-current={item.isCurrent ? "page" : undefined}
            aria-keyshortcuts={item.key}
            title={item.key}
          >
            {item.label}
            {item.count !== undefined && <CountBadge count={item.count} />}
          </TabAnchor>
        </Link>
      ))}
    </Nav>
  );
}

/**
 * Keeps the current tab or link of a line in view: on phones the line is longer than the screen, and its width changes when
 * the phone is turned.
 * @param content changes with whatever moves the current one within the line
 */
export function useCurrentInView(line: RefObject<HTMLElement | null>, content: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content says when the current one may be out of view
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const observer = new ResizeObserver(() => scrollToCurrent(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [line, content]);
}

/** Scrolls the line sideways; the page stays where it is. */
function scrollToCurrent(line: HTMLElement): void {
  const link = line.querySelector('[aria-current="page"], [aria-selected="true"]')?.getBoundingClientRect();
  if (!link) return;
  const { left, right } = line.getBoundingClientRect();
  if (link.left < left || link.right > right) line.scrollLeft += (link.left + link.right - left - right) / 2;
}
