import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { isReachable } from "../state/connection.ts";
import { Icon, WifiOff } from "../ui/icon.tsx";
import { layer, media, tint, type } from "../ui/theme.ts";
import { shellText } from "./shell-text.ts";

const Place = styled("div")`
  position: fixed;
  inset: auto 0 calc(16px + var(--bottom-bar));
  z-index: ${layer.toast};
  display: flex;
  justify-content: center;
  padding: 0 16px;
  pointer-events: none;
  & > p {
    ${type.dense}
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 8px 14px;
    border: 1px solid ${tint("warn", 40)};
    border-radius: var(--radius-badge);
    background: ${tint("warn", 12)};
    box-shadow: var(--shadow);
    color: var(--text);
  }
  & svg {
    color: var(--warn);
  }
  /* The ticket, forms and sheets have their buttons at the foot. */
  ${media.phone} {
    inset: 9px 0 auto;
  }
  ${media.print} {
    display: none;
  }
`;

/** A banner while the API is unreachable. It floats, so that nothing moves when it appears and disappears. */
export function ConnectionBanner() {
  useSignals();
  return (
    <Place role="status">
      {!isReachable.value && (
        <p>
          <Icon of={WifiOff} />
          {shellText.unreachable}
        </p>
      )}
    </Place>
  );
}
