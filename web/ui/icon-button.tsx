import { styled } from "goober";
import type { ComponentProps } from "react";
import { Icon, type IconGlyph } from "./icon.tsx";
import { media, tint } from "./theme.ts";

const Frame = styled("button")`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  border: 1px solid transparent;
  border-radius: var(--radius-control);
  color: var(--muted);
  transition: background-color var(--motion), color var(--motion);
  &:hover {
    color: var(--text);
    background: ${tint("text", 8)};
  }
  &[data-variant="neutral"] {
    color: var(--text);
    background: var(--raised);
    border-color: var(--control);
  }
  &[data-variant="neutral"]:hover {
    background: ${tint("text", 8, "raised")};
  }
  &[data-size="dense"] {
    width: var(--dense-control, 28px);
    height: var(--dense-control, 28px);
  }
  &:disabled {
    color: var(--control);
    background: none;
  }
  &[data-variant="neutral"]:disabled {
    border-color: var(--line);
  }
  ${media.touch} {
    &[data-size="normal"] {
      width: 44px;
      height: 44px;
    }
  }
`;

type IconButtonProps = {
  icon: IconGlyph;
  /** The action: the accessible name and the tooltip. */
  label: string;
  variant?: "plain" | "neutral";
  /** 36 px, 44 on touch screens; `dense` is 28, or `--dense-control` where fingers press it. */
  size?: "normal" | "dense";
} & Omit<ComponentProps<"button">, "children" | "aria-label">;

/** A button with an icon only. Wrap it in a Tooltip unless the icon is generally known (close, menu). */
export function IconButton({ icon, label, variant = "plain", size = "normal", ...rest }: IconButtonProps) {
  return (
    <Frame type="button" {...rest} aria-label={label} data-variant={variant} data-size={size}>
      <Icon of={icon} size={size === "dense" ? 16 : 20} />
    </Frame>
  );
}
