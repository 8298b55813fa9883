import { styled } from "goober";
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { appear } from "./motion.ts";
import { type } from "./theme.ts";

const Anchor = styled("span")`
  display: inline-flex;
`;

// A doubled class: it stands inside of the control's surroundings, whose rules for a span must not count more.
const Tip = styled("span")`
  && {
    ${type.caption}
    position: fixed;
    inset: auto;
    width: max-content;
    max-width: min(280px, calc(100vw - 16px));
    margin: 0;
    padding: 8px 10px;
    background: var(--raised);
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
    box-shadow: var(--shadow);
    color: var(--text);
    font-weight: 400;
    text-align: start;
    white-space: pre-line;
    pointer-events: none;
    animation: ${appear} var(--motion);
  }
`;

const GAP_PX = 8;

type TooltipProps = {
  /** A word or a short sentence; nothing essential. Null: the control needs none now. */
  content: ReactNode;
  /** The preferred side, if there is room. */
  side?: "top" | "bottom" | "right";
  /** One focusable control. */
  children: ReactElement<{ "aria-describedby"?: string | undefined }>;
};

/**
 * Explains a control while the pointer is over it or it has the focus. Esc hides it. It is a popover, so that nothing
 * around the control cuts it off, in a dialog neither.
 */
export function Tooltip({ content, side = "top", children }: TooltipProps) {
  const id = useId();
  const [isAsked, setIsAsked] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const isShown = isAsked && content !== null;

  useLayoutEffect(() => {
    if (!isShown || !anchor.current || !tip.current) return;
    tip.current.showPopover();
    const place = placeTip(anchor.current.getBoundingClientRect(), tip.current.getBoundingClientRect(), side);
    tip.current.style.left = `${place.left}px`;
    tip.current.style.top = `${place.top}px`;
  }, [isShown, side]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isShown) return;
    // Otherwise the dialog around it would close as well.
    event.stopPropagation();
    setIsAsked(false);
  }

  return (
    <Anchor
      ref={anchor}
      onPointerEnter={() => setIsAsked(true)}
      onPointerLeave={() => setIsAsked(false)}
      onFocus={() => setIsAsked(true)}
      onBlur={() => setIsAsked(false)}
      onKeyDown={onKeyDown}
    >
      {cloneElement(children, { "aria-describedby": isShown ? id : undefined })}
      {isShown && (
        <Tip ref={tip} id={id} role="tooltip" popover="manual">
          {content}
        </Tip>
      )}
    </Anchor>
  );
}

type Box = { left: number; top: number; right: number; bottom: number; width: number; height: number };

/** Position beside the anchor, on whole pixels, inside the window; below it if there is no room above. */
function placeTip(anchor: Box, tip: Box, side: "top" | "bottom" | "right"): { left: number; top: number } {
  const isAbove = side === "top" && anchor.top >= tip.height + GAP_PX * 2;
  const left = side === "right" ? anchor.right + GAP_PX : anchor.left + (anchor.width - tip.width) / 2;
  const beside = anchor.top + (anchor.height - tip.height) / 2;
  const top = side === "right" ? beside : isAbove ? anchor.top - tip.height - GAP_PX : anchor.bottom + GAP_PX;
  const leftMax = window.innerWidth - tip.width - GAP_PX;
  return { left: Math.round(Math.max(GAP_PX, Math.min(left, leftMax))), top: Math.round(top) };
}
