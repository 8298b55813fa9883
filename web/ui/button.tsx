import { styled } from "goober";
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { Icon, type IconGlyph } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";
import { media, tint, type } from "./theme.ts";

/** Styles of everything that looks like a button, for any element. */
const buttonLook = `
  ${type.dense}
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 36px;
  padding: 0 14px;
  border: 1px solid transparent;
  border-radius: var(--radius-control);
  font-weight: 500;
  text-align: center;
  white-space: nowrap;
  user-select: none;
  cursor: pointer;
  transition: background-color var(--motion), border-color var(--motion), color var(--motion);

  &[data-size="dense"] { min-height: var(--dense-control, 28px); padding: 0 10px; gap: 6px; }
  &[data-size="form"] { ${type.body} min-height: 40px; padding: 0 16px; }
  &[data-size="touch"] { ${type.body} min-height: 44px; padding: 0 16px; }
  &[data-size="large"] { ${type.lead} min-height: 48px; padding: 0 20px; }
  &[data-wide="true"] { width: 100%; }
  ${media.touch} {
    &[data-size="normal"], &[data-size="form"] { ${type.body} min-height: 44px; }
  }

  &[data-variant="accent"] { background: var(--accent); color: var(--on-accent); font-weight: 600; }
  &[data-variant="accent"]:hover { background: color-mix(in oklab, var(--accent) 88%, white); }
  &[data-variant="accent"]:active { background: color-mix(in oklab, var(--accent) 88%, black); }

  &[data-variant="neutral"] { background: var(--raised); border-color: var(--control); color: var(--text); }
  &[data-variant="neutral"]:hover { background: ${tint("text", 8, "raised")}; }
  &[data-variant="neutral"]:active { background: var(--surface); }
  &[data-variant="neutral"][aria-pressed="true"] {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }

  &[data-variant="plain"] { color: var(--text); }
  &[data-variant="plain"]:hover { background: ${tint("text", 8)}; }
  &[data-variant="plain"]:active { background: ${tint("text", 4)}; }

  &[data-variant="danger"] {
    background: ${tint("down", 8)};
    border-color: ${tint("down", 60)};
    color: var(--down);
  }
  &[data-variant="danger"]:hover { background: ${tint("down", 14)}; }
  &[data-variant="danger"]:active { background: ${tint("down", 4)}; }

  &:disabled:not([aria-busy="true"]), &:disabled:not([aria-busy="true"]):hover {
    background: var(--raised);
    border-color: var(--line);
    color: var(--muted);
    cursor: not-allowed;
  }
  &[data-variant="plain"]:disabled:not([aria-busy="true"]) { background: none; border-color: transparent; }
  &[aria-busy="true"] { cursor: progress; }
`;

const Frame = styled("button")(buttonLook);
const AnchorFrame = styled("a")(buttonLook);

/** Appearance of a button. */
export type ButtonLook = {
  /** `accent` is the primary action of a view; `danger` is destructive, and confirmed before it runs. */
  variant?: "accent" | "neutral" | "plain" | "danger";
  /** 28 px high (or `--dense-control`, where fingers press it), 36, 40, 44 and 48. `normal` and `form` grow to 44 px on touch screens. */
  size?: "dense" | "normal" | "form" | "touch" | "large";
  icon?: IconGlyph;
  /** Full width of its container. */
  isWide?: boolean;
  children: ReactNode;
};

type ButtonProps = ButtonLook & { isLoading?: boolean } & Omit<ComponentProps<"button">, "children">;

/**
 * A button with an action on this page. While loading it is disabled and shows a spinner instead of the icon; the focus,
 * which a disabled button loses, comes back to it.
 */
export function Button({
  variant = "neutral",
  size = "normal",
  icon,
  isWide = false,
  isLoading = false,
  disabled,
  children,
  ref,
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, []);
  useKeptFocus(button, isLoading);
  return (
    <Frame
      ref={button}
      type="button"
      {...rest}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
      disabled={disabled || isLoading}
      aria-busy={isLoading || undefined}
    >
      {isLoading ? <Spinner /> : icon && <Icon of={icon} />}
      {children}
    </Frame>
  );
}

/** Focuses a button again after its loading, if it had the focus before and nothing else has it since. */
function useKeptFocus(button: RefObject<HTMLButtonElement | null>, isLoading: boolean): void {
  const hadFocus = useRef(false);
  // A layout effect: the browser takes the focus from a disabled button when it next draws the page.
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (isLoading) hadFocus.current = activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (activeElement === body) button.current?.focus({ preventScroll: true });
    }
  }, [button, isLoading]);
}

type ButtonAnchorProps = ButtonLook & { href: string } & Omit<ComponentProps<"a">, "children" | "href">;

/** A link styled as a button that leaves this document: another site, another app, a prerendered page. */
export function ButtonAnchor({
  variant = "neutral",
  size = "normal",
  icon,
  isWide = false,
  children,
  ...rest
}: ButtonAnchorProps) {
  return (
    <AnchorFrame {...rest} data-variant={variant} data-size={size} data-wide={isWide || undefined}>
      {icon && <Icon of={icon} />}
      {children}
    </AnchorFrame>
  );
}
