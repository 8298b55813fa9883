import { styled } from "goober";
import { useContext, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { Maximize } from "../../ui/icon.tsx";
import { ImageStage, ImageTools, Tool, useImageLook } from "../../ui/image/image-stage.tsx";
import { ImageViewer } from "../../ui/image/viewable-image.tsx";
import { Row, Text } from "../../ui/layout.tsx";
import { media } from "../../ui/theme.ts";
import { KEYS } from "../core/admin-keys.ts";
import { isHiddenImage } from "../core/roles.ts";
import { ROLES_TEXT } from "../core/roles-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { EvidenceImagesContext, IsInSightContext } from "./evidence-images.ts";
import { TRADER_TEXT } from "./trader-text.ts";

/** The frame of an image. The aspect ratio is that of an ID card, as most of these are; `large` is for the image that the decision is about. */
export const Frame = styled("div")`
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  aspect-ratio: 1.586;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  background: var(--raised);
  &[data-size="large"] {
    aspect-ratio: auto;
    height: min(42dvh, 400px);
  }
  ${media.phone} {
    &[data-size="large"] {
      height: 264px;
    }
  }
`;

const Enlarge = styled("button")`
  position: absolute;
  inset: 0;
  cursor: zoom-in;
  &:focus-visible {
    outline-offset: -4px;
  }
`;

const text = TRADER_TEXT.evidence;

export type EvidenceImageProps = {
  src: string;
  /** Names the content of the image, and its owner. */
  title: string;
  saveAs: string;
  /** Below the image: when it was sent, what it shows. */
  caption: string;
  size?: "normal" | "large";
};

/** An image, or in its place that the admin's roles do not show it. */
export function EvidenceImage(image: EvidenceImageProps) {
  return isHiddenImage(image.src) ? <HiddenImage {...image} /> : <ShownImage {...image} />;
}

/** The place of an image that the admin's roles do not show: nothing is requested. */
function HiddenImage({ caption, size = "normal" }: EvidenceImageProps) {
  return (
    <div>
      <Frame data-size={size}>
        <Text align="center" tone="muted" size="dense" pad="32px 16px">
          {ROLES_TEXT.hiddenImage}
        </Text>
      </Frame>
      <Text size="caption" tone="muted" className="num" pad="6px 0 0" margin="4px 0 0" breaks="written">
        {caption}
      </Text>
    </div>
  );
}

/** An image with zoom, rotation, saving, and full screen, which a click on it or the key I opens. */
function ShownImage({ src, title, saveAs, caption, size = "normal" }: EvidenceImageProps) {
  const look = useImageLook({ isInPage: true });
  const [isOpen, setIsOpen] = useState(false);
  const { report, attempt } = useContext(EvidenceImagesContext);
  const isInSight = useContext(IsInSightContext);
  const open = () => setIsOpen(true);
  useShortcuts({ [KEYS.image]: isInSight ? open : undefined });

  const { natural, hasFailed } = look;
  const state = hasFailed ? "failed" : natural === null ? "loading" : "shown";
  // As a layout effect, so that no key is handled between an image and its report.
  useLayoutEffect(() => {
    report(src, state);
    return () => report(src, null);
  }, [report, src, state]);
  const loadAgain = useEffectEvent(() => look.setHasFailed(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each attempt
  useEffect(() => loadAgain(), [attempt]);
  return (
    <div>
      <Frame data-size={size}>
        <ImageStage look={look} src={src} title={title}>
          {look.view.zoom <= 1 && !look.hasFailed && (
            <Enlarge type="button" aria-label={text.enlarge(title)} aria-haspopup="dialog" onClick={open} />
          )}
        </ImageStage>
      </Frame>
      <Row
        align="start"
        gap="4px 12px"
        margin="4px 0 0"
        size="caption"
        tone="muted"
        className="num"
        phone={{ wrap: true }}
      >
        <Text grow minWidth={0} pad="6px 0 0" breaks="written" phone={{ grow: "1 0 100%" }}>
          {caption}
        </Text>
        <ImageTools look={look} saveAs={saveAs} size="dense">
          <Tool icon={Maximize} label={text.fullScreen} keyName="I" size="dense" onPress={open} />
        </ImageTools>
      </Row>
      {isOpen && <ImageViewer src={src} title={title} saveAs={saveAs} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
