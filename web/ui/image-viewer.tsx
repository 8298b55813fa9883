import { keyframes, styled } from "goober";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { IMAGE_VIEWER } from "../../worker/contract/limits.ts";
import { ErrorState } from "./error-state.tsx";
import { Download, type IconGlyph, RotateCw, X, ZoomIn, ZoomOut } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import {
  fittedSize,
  type ImageView,
  keepInside,
  moveBy,
  type Size,
  turn,
  WHOLE_IMAGE,
  zoomBySteps,
} from "./image-view.ts";
import { isTopModal } from "./modal-stack.ts";
import { saveAsJpg } from "./save-as-jpg.ts";
import { SpinnerBlock } from "./spinner.tsx";
import { layer, media, type } from "./theme.ts";
import { toast } from "./toaster.tsx";
import { Tooltip } from "./tooltip.tsx";
import { useImageGestures } from "./use-image-gestures.ts";
import { useModal } from "./use-modal.ts";

const appear = keyframes`from { opacity: 0; }`;

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

const Stage = styled("div")`
  position: relative;
  min-height: 0;
  overflow: clip;
  touch-action: none;
  user-select: none;
  &[data-movable="true"] {
    cursor: grab;
  }
  &[data-movable="true"][data-held="true"] {
    cursor: grabbing;
  }
`;

const Picture = styled("img")`
  position: absolute;
  top: 50%;
  left: 50%;
  background: #ffffff;
  border-radius: 4px;
  transition: transform var(--motion);
  -webkit-user-drag: none;
  &:not([width]) {
    visibility: hidden;
  }
  [data-held="true"] > & {
    transition: none;
  }
`;

const Middle = styled("div")`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
`;

const Tools = styled("div")`
  display: flex;
  align-items: center;
  justify-self: center;
  gap: 2px;
  margin: 12px 0 24px;
  padding: 4px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  & button:not(:disabled) {
    color: var(--text);
  }
  & output {
    ${type.dense}
    min-width: 52px;
    text-align: center;
  }
  & hr {
    align-self: stretch;
    width: 1px;
    margin: 6px;
    border: 0;
    background: var(--line);
  }
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
  /** What it is a picture of: stands above it, and is what readers hear. */
  title: string;
  /** The name it is saved under, without its ending. */
  saveAs: string;
  onClose: () => void;
};

/**
 * Shows an image over the whole screen: zoom 0.5 to 3 by 0.25, turn by 90°, save as .jpg, close. By buttons, by keys
 * (+ − r, arrows, Esc), by wheel, and by dragging and pinching.
 */
export function ImageViewer({ src, title, saveAs, onClose }: ImageViewerProps) {
  const titleId = useId();
  const screen = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const [natural, setNatural] = useState<Size | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [view, setView] = useState(WHOLE_IMAGE);
  const stageSize = useSize(stage);

  const change = (act: (view: ImageView) => ImageView) => {
    if (natural) setView((before) => keepInside(act(before), natural, stageSize));
  };
  useModal({ outer: screen, panel: screen, onClose });
  useImageGestures(stage, change);
  useKeys(screen, change);

  async function save() {
    try {
      if (picture.current) await saveAsJpg(picture.current, view.quarterTurns, saveAs);
    } catch (error) {
      console.warn("the image was not saved", error);
      toast.error("This browser could not save the image");
    }
  }

  const fitted = natural && fittedSize(natural, stageSize, view.quarterTurns);
  return createPortal(
    <Screen ref={screen} data-modal="" role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
      <Head>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </Head>
      <Stage ref={stage} data-movable={view.zoom > 1}>
        {!hasFailed && (
          <Picture
            ref={picture}
            src={src}
            alt={title}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setNatural({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setHasFailed(true)}
            {...(fitted && {
              ...fitted,
              style: { transform: transformOf(view) },
            })}
          />
        )}
        {!natural && (
          <Middle>
            {hasFailed ? (
              <ErrorState
                title="The image could not be loaded"
                text="Check your connection and try again."
                onRetry={() => setHasFailed(false)}
              />
            ) : (
              <SpinnerBlock label="Loading the image" />
            )}
          </Middle>
        )}
      </Stage>
      <Tools role="toolbar" aria-label="Image">
        <Tool
          icon={ZoomOut}
          label="Zoom out"
          keyName="−"
          isOff={!natural || view.zoom <= IMAGE_VIEWER.zoomMin}
          onPress={() => change((now) => zoomBySteps(now, -1))}
        />
        <output className="num">{Math.round(view.zoom * 100)}%</output>
        <Tool
          icon={ZoomIn}
          label="Zoom in"
          keyName="+"
          isOff={!natural || view.zoom >= IMAGE_VIEWER.zoomMax}
          onPress={() => change((now) => zoomBySteps(now, 1))}
        />
        <hr />
        <Tool icon={RotateCw} label="Rotate 90°" keyName="R" isOff={!natural} onPress={() => change(turn)} />
        <Tool icon={Download} label="Download as .jpg" isOff={!natural} onPress={() => void save()} />
      </Tools>
    </Screen>,
    document.body,
  );
}

type ToolProps = { icon: IconGlyph; label: string; keyName?: string; isOff: boolean; onPress: () => void };

function Tool({ icon, label, keyName, isOff, onPress }: ToolProps) {
  return (
    <Tooltip content={keyName ? `${label} (${keyName})` : label}>
      <IconButton icon={icon} label={label} disabled={isOff} onClick={onPress} />
    </Tooltip>
  );
}

function transformOf({ x, y, zoom, quarterTurns }: ImageView): string {
  const degrees = quarterTurns * IMAGE_VIEWER.rotationStepDeg;
  return `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${degrees}deg) scale(${zoom})`;
}

/** The keys of the viewer, while it is on top. */
function useKeys(screen: RefObject<HTMLElement | null>, change: (act: (view: ImageView) => ImageView) => void): void {
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
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** How large an element is, followed. Before it is measured: one pixel, so that nothing divides by zero. */
function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 1, height: 1 });
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width || 1, height: entry.contentRect.height || 1 });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
