import { styled } from "goober";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { IMAGE_VIEWER } from "../../../worker/contract/limits.ts";
import { ErrorState } from "../error-state.tsx";
import { Download, type IconGlyph, RotateCw, ZoomIn, ZoomOut } from "../icon.tsx";
import { IconButton } from "../icon-button.tsx";
import { SpinnerBlock } from "../spinner.tsx";
import { type } from "../theme.ts";
import { toast } from "../toast/toast.ts";
import { Tooltip } from "../tooltip.tsx";
import { uiText } from "../ui-text.ts";
import { fittedSize, type ImageView, keepInside, type Size, turn, WHOLE_IMAGE, zoomBySteps } from "./image-view.ts";
import { saveAsJpg } from "./save-as-jpg.ts";
import { useImageGestures } from "./use-image-gestures.ts";

const Stage = styled("div")`
  position: relative;
  min-height: 0;
  overflow: clip;
  user-select: none;
  &[data-gestures="true"] {
    touch-action: none;
  }
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
  gap: 2px;
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
`;

/** The view state of one image: {@link ImageStage} shows it and {@link ImageTools} change it. */
export type ImageLook = ReturnType<typeof useImageLook>;

/**
 * Creates the view state of an image.
 * @param options.isInPage the page around it scrolls: the wheel scrolls the page, and fingers move the image only once
 * it is larger than its container
 */
export function useImageLook({ isInPage = false }: { isInPage?: boolean } = {}) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const [natural, setNatural] = useState<Size | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [view, setView] = useState(WHOLE_IMAGE);
  const stageSize = useSize(stage);
  const takesGestures = !isInPage || view.zoom > 1;

  const change = (edit: (view: ImageView) => ImageView) => {
    if (natural) setView((before) => keepInside(edit(before), natural, stageSize));
  };
  useImageGestures(stage, change, { isOn: takesGestures, takesWheel: !isInPage });

  async function save(name: string) {
    try {
      if (picture.current) await saveAsJpg(picture.current, view.quarterTurns, name);
    } catch (error) {
      console.warn("the image was not saved", error);
      toast.error(uiText.image.notSaved);
    }
  }

  return { stage, picture, view, natural, setNatural, hasFailed, setHasFailed, stageSize, takesGestures, change, save };
}

type ImageStageProps = {
  look: ImageLook;
  src: string;
  /** What the image shows. */
  title: string;
  /** Shown over the image. */
  children?: ReactNode;
};

/** The image, fitted into its container, with a loading and an error state. */
export function ImageStage({ look, src, title, children }: ImageStageProps) {
  const { view, natural, hasFailed } = look;
  const fitted = natural && fittedSize(natural, look.stageSize, view.quarterTurns);
  return (
    <Stage ref={look.stage} data-movable={view.zoom > 1} data-gestures={look.takesGestures}>
      {!hasFailed && (
        <Picture
          ref={look.picture}
          src={src}
          alt={title}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            look.setNatural({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => look.setHasFailed(true)}
          // Set from the start: the image must not slide into its position once its size is known.
          style={{ transform: transformOf(view) }}
          {...fitted}
        />
      )}
      {!natural && (
        <Middle>
          {hasFailed ? (
            <ErrorState
              title={uiText.image.notLoaded}
              text={uiText.image.notLoadedText}
              onRetry={() => look.setHasFailed(false)}
            />
          ) : (
            <SpinnerBlock label={uiText.image.loading} />
          )}
        </Middle>
      )}
      {children}
    </Stage>
  );
}

type ImageToolsProps = {
  look: ImageLook;
  /** File name for saving, without extension. */
  saveAs: string;
  /** Shows the shortcuts in the tooltips; omit it where the image has none. */
  hasKeys?: boolean;
  size?: "normal" | "dense";
  /** More tools, after the standard ones. */
  children?: ReactNode;
};

/** Toolbar of an image: zoom, rotate, save. */
export function ImageTools({ look, saveAs, hasKeys = false, size = "normal", children }: ImageToolsProps) {
  const { view, natural, change } = look;
  const key = (name: string) => (hasKeys ? { keyName: name } : {});
  return (
    <Tools role="toolbar" aria-label={uiText.image.tools}>
      <Tool
        icon={ZoomOut}
        label={uiText.image.zoomOut}
        {...key("−")}
        size={size}
        isOff={!natural || view.zoom <= IMAGE_VIEWER.zoomMin}
        onPress={() => change((now) => zoomBySteps(now, -1))}
      />
      <output className="num">{Math.round(view.zoom * 100)}%</output>
      <Tool
        icon={ZoomIn}
        label={uiText.image.zoomIn}
        {...key("+")}
        size={size}
        isOff={!natural || view.zoom >= IMAGE_VIEWER.zoomMax}
        onPress={() => change((now) => zoomBySteps(now, 1))}
      />
      <hr />
      <Tool
        icon={RotateCw}
        label={uiText.image.rotate}
        {...key("R")}
        size={size}
        isOff={!natural}
        onPress={() => change(turn)}
      />
      <Tool
        icon={Download}
        label={uiText.image.download}
        size={size}
        isOff={!natural}
        onPress={() => void look.save(saveAs)}
      />
      {children}
    </Tools>
  );
}

type ToolProps = {
  icon: IconGlyph;
  label: string;
  keyName?: string;
  size?: "normal" | "dense";
  isOff?: boolean;
  onPress: () => void;
};

/** One tool: an icon button with its name and shortcut in a tooltip. */
export function Tool({ icon, label, keyName, size = "normal", isOff = false, onPress }: ToolProps) {
  return (
    <Tooltip content={keyName ? `${label} (${keyName})` : label}>
      <IconButton icon={icon} label={label} size={size} disabled={isOff} onClick={onPress} />
    </Tooltip>
  );
}

function transformOf({ x, y, zoom, quarterTurns }: ImageView): string {
  const degrees = quarterTurns * IMAGE_VIEWER.rotationStepDeg;
  return `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${degrees}deg) scale(${zoom})`;
}

/** The observed size of an element. One pixel before it is measured, to avoid division by zero. */
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
