import { styled } from "goober";
import { type RefObject, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { isTopModal } from "../dialog/modal-stack.ts";
import { useModal } from "../dialog/use-modal.ts";
import { X } from "../icon.tsx";
import { IconButton } from "../icon-button.tsx";
import { appear } from "../motion.ts";
import { layer, media, type } from "../theme.ts";
import { uiText } from "../ui-text.ts";
import { ImageStage, ImageTools, useImageLook } from "./image-stage.tsx";
import { type ImageView, moveBy, turn, zoomBySteps } from "./image-view.ts";

const Screen = styled("div")`
  position: fixed;
  inset: 0;
  z-index: ${layer.dialog};
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  grid-template-columns: minmax(0, 1fr);
  outline: none;
  background: var(--bg);
  animation: ${appear} var(--motion);
`;

const Head = styled("header")`
  ${type.body}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  padding: 10px 16px 10px 24px;
  & > h2 {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  ${media.phone} {
    padding: 6px 4px 6px 16px;
  }
`;

const ToolsPlace = styled("div")`
  justify-self: center;
  margin: 12px 0 24px;
  padding: 4px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  ${media.phone} {
    margin-bottom: max(16px, env(safe-area-inset-bottom));
  }
`;

const MOVE_PX = 80;
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [MOVE_PX, 0],
  ArrowRight: [-MOVE_PX, 0],
  ArrowUp: [0, MOVE_PX],
  ArrowDown: [0, -MOVE_PX],
};

type ImageViewerProps = {
  src: string;
  /** What the image shows: the heading and the accessible name. */
  title: string;
  /** File name for saving, without extension. */
  saveAs: string;
  onClose: () => void;
};

/**
 * Shows an image full screen: zoom 0.5 to 3 by 0.25, rotate by 90°, save as .jpg, close. It supports buttons, keys (+ −
 * r, arrows, Esc), the wheel, dragging and pinching.
 */
export function ImageViewer({ src, title, saveAs, onClose }: ImageViewerProps) {
  const titleId = useId();
  const screen = useRef<HTMLDivElement>(null);
  const look = useImageLook();
  useModal({ outer: screen, panel: screen, onClose });
  useKeys(screen, look.change);

  return createPortal(
    <Screen ref={screen} data-modal="" role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
      <Head>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={X} label={uiText.close} onClick={onClose} />
      </Head>
      <ImageStage look={look} src={src} title={title} />
      <ToolsPlace>
        <ImageTools look={look} saveAs={saveAs} hasKeys />
      </ToolsPlace>
    </Screen>,
    document.body,
  );
}

/** Shortcuts of the viewer, while it is on top. */
function useKeys(screen: RefObject<HTMLElement | null>, change: (edit: (view: ImageView) => ImageView) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !screen.current || !isTopModal(screen.current)) return;
    const move = MOVES[event.key];
    if (event.key === "+" || event.key === "=") change((view) => zoomBySteps(view, 1));
    else if (event.key === "-" || event.key === "_") change((view) => zoomBySteps(view, -1));
    else if (event.key === "r" || event.key === "R") change(turn);
    else if (move) change((view) => moveBy(view, ...move));
    else return;
    event.preventDefault();
  });
  // A layout effect: the keys work from the moment at which the image is visible.
  useLayoutEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
