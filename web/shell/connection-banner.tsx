import { effect } from "@preact/signals-react";
import { styled } from "goober";
import { useEffect, useState } from "react";
import { isReachable } from "../state/network/connection.ts";
import { Icon, WifiOff } from "../ui/icon.tsx";
import { isPointerDown } from "../ui/pressed.ts";
import { layer, media, tint, type } from "../ui/theme.ts";
import { shellText } from "./shell-text.ts";

const HEIGHT_PX = 32;

/** The row sticks to the page instead of to the element that announces it. */
const Announced = styled("div")`
  display: contents;
`;

const Row = styled("p")`
  ${type.caption}
  position: sticky;
  top: 0;
  /* Over the header of a phone that is held sideways, which waits above the page. */
  z-index: ${layer.header + 1};
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  height: ${HEIGHT_PX}px;
  padding: 0 16px;
  border-bottom: 1px solid ${tint("warn", 40)};
  background: ${tint("warn", 12)};
  color: var(--text);
  ${media.print} {
    display: none;
  }
  html:has(&) {
    --top-bar: ${HEIGHT_PX}px;
    scroll-padding-top: ${72 + HEIGHT_PX}px;
  }
`;

/**
 * A row above the page while the API is unreachable. All else moves down by its height, `--top-bar`, and nothing is covered.
 * It comes and goes while nothing is pressed: a press would miss its control, and a dragged line would lie at another price.
 */
export function ConnectionBanner() {
  const [isShown, setShown] = useState(false);
  useEffect(
    () =>
      effect(() => {
        if (!isPointerDown().value) setShown(!isReachable.value);
      }),
    [],
  );
  return (
    <Announced role="status">
      {isShown && (
        <Row>
          <Icon of={WifiOff} tone="warn" />
          {shellText.unreachable}
        </Row>
      )}
    </Announced>
  );
}
