import { styled } from "goober";
import { useState } from "react";
import { dialogOnDemand } from "../dialog/dialog-on-demand.tsx";
import { Icon, TriangleAlert, ZoomIn } from "../icon.tsx";
import { type } from "../theme.ts";
import { uiText } from "../ui-text.ts";

/** The image viewer, whose code is loaded when the first image is opened. */
export const ImageViewer = dialogOnDemand(
  async () => (await import("./image-viewer.tsx")).ImageViewer,
  ({ title }) => ({ title }),
);

const Frame = styled("button")`
  ${type.caption}
  position: relative;
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  place-items: center;
  width: 100%;
  height: 100%;
  overflow: hidden;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  color: var(--muted);
  text-align: center;
  cursor: zoom-in;
  transition: border-color var(--motion);
  & > img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  &[data-shows="image"][data-paper="white"] {
    background: #ffffff;
  }
  &[data-fit="cover"] > img {
    object-fit: cover;
  }
  &:hover {
    border-color: var(--control);
  }
  &[data-shows="error"] {
    cursor: pointer;
  }
  & > span {
    display: grid;
    justify-items: center;
    gap: 4px;
    padding: 8px;
  }
  &[data-thumbnail="true"] {
    width: 72px;
    height: 96px;
  }
  &[data-thumbnail="true"] > i {
    position: absolute;
    right: 4px;
    bottom: 4px;
    display: grid;
    place-items: center;
    width: 22px;
    height: 22px;
    border-radius: 6px;
    background: var(--raised);
    color: var(--text);
  }
`;

type ViewableImageProps = {
  src: string;
  /** What the image shows. */
  title: string;
  /** File name for saving, without extension. */
  saveAs: string;
  /** `contain` shows all of it, `cover` fills the frame. */
  fit?: "contain" | "cover";
  /** Behind the image, where it leaves room. */
  paper?: "white" | "raised";
  /** A small part of it, 72 by 96 px, with a mark that it can be enlarged. */
  isThumbnail?: boolean;
};

/** An image that fills its container, or a thumbnail; a click shows it full screen, or reloads it if it failed. */
export function ViewableImage({
  src,
  title,
  saveAs,
  fit = "contain",
  paper = "white",
  isThumbnail = false,
}: ViewableImageProps) {
  const [shows, setShows] = useState<"nothing" | "image" | "error">("nothing");
  const [isOpen, setIsOpen] = useState(false);
  const hasFailed = shows === "error";
  return (
    <>
      <Frame
        type="button"
        data-fit={isThumbnail ? "cover" : fit}
        data-paper={paper}
        data-thumbnail={isThumbnail}
        data-shows={shows}
        aria-label={hasFailed ? uiText.image.againOf(title) : uiText.image.enlarge(title)}
        onPointerEnter={ImageViewer.preload}
        onFocus={ImageViewer.preload}
        onClick={() => (hasFailed ? setShows("nothing") : setIsOpen(true))}
      >
        {hasFailed ? (
          <span>
            <Icon of={TriangleAlert} />
            {uiText.image.again}
          </span>
        ) : (
          <img
            src={src}
            alt={title}
            loading="lazy"
            onLoad={() => setShows("image")}
            onError={() => setShows("error")}
          />
        )}
        {isThumbnail && !hasFailed && (
          <i>
            <Icon of={ZoomIn} size={14} />
          </i>
        )}
      </Frame>
      {isOpen && <ImageViewer src={src} title={title} saveAs={saveAs} onClose={() => setIsOpen(false)} />}
    </>
  );
}
