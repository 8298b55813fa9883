import { styled } from "goober";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { focusByKey } from "./list-keys.ts";
import { appear } from "./motion.ts";
import { media, tint, type } from "./theme.ts";

const Frame = styled("div")`
  && {
    ${type.dense}
    position: fixed;
    inset: auto;
    width: max-content;
    min-width: 180px;
    max-width: min(340px, calc(100vw - 16px));
    max-height: min(420px, calc(100dvh - 16px));
    margin: 0;
    padding: 4px;
    overflow: auto;
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
    background: var(--raised);
    box-shadow: var(--shadow);
    color: var(--text);
    animation: ${appear} var(--motion);
  }
  & > p {
    ${type.caption}
    padding: 6px 8px;
    color: var(--muted);
  }
  & > button {
    display: block;
    width: 100%;
    min-height: 32px;
    padding: 4px 8px;
    border-radius: 6px;
    text-align: start;
  }
  & > button:hover,
  & > button:focus-visible {
    background: ${tint("accent", 18, "raised")};
  }
  & > button:focus-visible {
    outline-offset: -2px;
  }
  ${media.touch} {
    & > button {
      min-height: 44px;
    }
  }
`;

const EDGE_PX = 8;
const BUTTON_GAP_PX = 4;

/** One choice of a menu. */
export type MenuItem = {
  key: string;
  content: ReactNode;
  onChoose: () => void;
  style?: CSSProperties | undefined;
};

/** The place of a menu that a button opens: below the button. */
export function placeBelow(button: Element): { x: number; y: number } {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom + BUTTON_GAP_PX };
}

type PopupMenuProps = {
  /** The menu's name; also shown above its items. */
  title: string;
  /** The place where it opens, CSS px in the window; it stays inside of the window. */
  at: { x: number; y: number };
  items: readonly MenuItem[];
  onClose: () => void;
};

/**
 * A menu at a place of the window. Arrow keys, Home and End move through it; Esc, Tab and a press elsewhere close it. The
 * focus returns to where it was, unless the choice moves it.
 * Source: WAI-ARIA Authoring Practices, menu
 */
export function PopupMenu({ title, at: { x, y }, items, onClose }: PopupMenuProps) {
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    opener.current ??= document.activeElement;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(EDGE_PX, Math.min(x, innerWidth - width - EDGE_PX))}px`;
    element.style.top = `${Math.max(EDGE_PX, y + height + EDGE_PX > innerHeight ? y - height : y)}px`;
    element.querySelector("button")?.focus();
  }, [x, y]);

  useEffect(() => {
    const from = opener;
    return () => {
      const isFree = document.activeElement === document.body || document.activeElement === null;
      if (isFree && from.current instanceof HTMLElement) from.current.focus({ preventScroll: true });
    };
  }, []);

  const onPressElsewhere = useEffectEvent((event: PointerEvent) => {
    if (!(event.target instanceof Node && frame.current?.contains(event.target))) onClose();
  });
  useEffect(() => {
    const listeners = new AbortController();
    document.addEventListener("pointerdown", (event) => onPressElsewhere(event), {
      capture: true,
      signal: listeners.signal,
    });
    return () => listeners.abort();
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isOver = event.key === "Escape" || event.key === "Tab";
    if (isOver) onClose();
    else if (focusByKey(event, { isRing: true }) === null) return;
    event.preventDefault();
    // A dialog or a page behind does not close with it.
    event.stopPropagation();
  }

  return (
    <Frame ref={frame} role="menu" aria-label={title} popover="manual" onKeyDown={onKeyDown}>
      <p aria-hidden="true">{title}</p>
      {items.map(({ key, content, onChoose, style }) => (
        <button
          key={key}
          style={style}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose();
            onChoose();
          }}
        >
          {content}
        </button>
      ))}
    </Frame>
  );
}
