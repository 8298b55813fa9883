import { styled } from "goober";
import { useState } from "react";
import { Icon, ZoomIn } from "../ui/icon.tsx";
import { ImageViewer } from "../ui/image-viewer.tsx";

const Frame = styled("button")`
  position: relative;
  display: block;
  flex: none;
  width: 72px;
  height: 96px;
  overflow: hidden;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  cursor: zoom-in;
  transition: border-color var(--motion);
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & > span {
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
  &:hover {
    border-color: var(--control);
  }
`;

/** An image that belongs to a withdrawal, such as the proof of payment. */
export type Evidence = {
  /** The image's path at the API. */
  src: string;
  title: string;
  /** The file name for saving it, without extension. */
  saveAs: string;
};

/** A thumbnail of an evidence image; a press opens it in full size. */
export function EvidenceImage({ evidence }: { evidence: Evidence }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Frame type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <img src={evidence.src} alt={evidence.title} loading="lazy" />
        <span>
          <Icon of={ZoomIn} size={14} />
        </span>
      </Frame>
      {isOpen && <ImageViewer {...evidence} onClose={() => setIsOpen(false)} />}
    </>
  );
}
