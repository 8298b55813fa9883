import { keyframes, styled } from "goober";
import { useRef } from "react";
import { createPortal } from "react-dom";
import { SIDEBAR } from "../../worker/contract/limits.ts";
import { useModal } from "../ui/dialog/use-modal.ts";
import { X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { appear } from "../ui/motion.ts";
import { layer } from "../ui/theme.ts";
import { shellText } from "./shell-text.ts";
import { Sidebar } from "./sidebar.tsx";

const slide = keyframes`from { transform: translateX(-24px); opacity: 0; }`;

const Scrim = styled("div")`
  position: fixed;
  inset: 0;
  z-index: ${layer.sidebar};
  background: rgb(0 0 0 / 0.6);
  animation: ${appear} var(--motion);
  & > div {
    position: relative;
    width: ${SIDEBAR.widthPx}px;
    max-width: calc(100vw - 48px);
    height: 100%;
    box-shadow: var(--shadow);
    outline: none;
    animation: ${slide} var(--motion);
  }
  & [data-close] {
    position: absolute;
    top: 10px;
    right: 8px;
  }
`;

/** The sidebar over the page, where there is no room beside it: open while it is mounted. */
export function SidebarOverlay({ onClose }: { onClose: () => void }) {
  const scrim = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  useModal({ outer: scrim, panel, onClose });

  return createPortal(
    // Clicking the scrim is a shortcut: Esc and the close button do the same with the keyboard.
    <Scrim
      ref={scrim}
      data-modal=""
      onMouseDown={(event) => {
        if (event.target === scrim.current) onClose();
      }}
    >
      <div ref={panel} role="dialog" aria-modal="true" aria-label={shellText.navigation} tabIndex={-1}>
        <Sidebar onChoose={onClose} />
        <IconButton icon={X} label={shellText.closeNavigation} data-close="" onClick={onClose} />
      </div>
    </Scrim>,
    document.body,
  );
}
