import { useContext, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { IdCard } from "../../ui/icon.tsx";
import { ButtonKey } from "../../ui/key-cap.tsx";
import { Stack, Text } from "../../ui/layout.tsx";
import { KEYS } from "../core/admin-keys.ts";
import { isHiddenImage } from "../core/roles.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { EvidenceImage, type EvidenceImageProps, Frame } from "./evidence-image.tsx";
import { EvidenceImagesContext, IsInSightContext } from "./evidence-images.ts";
import { TRADER_TEXT } from "./trader-text.ts";

const text = TRADER_TEXT.evidence;

type IdCardImageProps = EvidenceImageProps & {
  /** The decision is about the card: nothing is decided before it was opened. */
  isDecisive?: boolean;
};

/**
 * An ID card behind a button, which the key I presses. The image is requested only then, because each view of a card is in the
 * audit log: a step through the list is no view.
 */
export function IdCardImage({ isDecisive = false, ...image }: IdCardImageProps) {
  return isHiddenImage(image.src) ? (
    <EvidenceImage {...image} />
  ) : (
    <CardBehindButton {...image} isDecisive={isDecisive} />
  );
}

function CardBehindButton({ isDecisive = false, ...image }: IdCardImageProps) {
  const { src, size = "normal", caption } = image;
  const [isShown, setIsShown] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  const { report } = useContext(EvidenceImagesContext);
  const isInSight = useContext(IsInSightContext);
  useShortcuts({ [KEYS.image]: isInSight && !isShown ? () => setIsShown(true) : undefined });

  useLayoutEffect(() => {
    if (!isDecisive || isShown) return;
    report(src, "unseen");
    return () => report(src, null);
  }, [report, src, isDecisive, isShown]);
  // The pressed button is gone.
  useLayoutEffect(() => {
    if (isShown && wasPressed.current) whole.current?.querySelector("button")?.focus();
  }, [isShown]);

  function press() {
    wasPressed.current = true;
    setIsShown(true);
  }

  return (
    <div ref={whole}>
      {isShown ? (
        <EvidenceImage {...image} />
      ) : (
        <>
          <Frame data-size={size}>
            <Stack align="center" justify="center" gap={12} pad={16}>
              <Button icon={IdCard} aria-keyshortcuts={KEYS.image} onClick={press}>
                {text.showCard}
                <ButtonKey>{KEYS.image}</ButtonKey>
              </Button>
              <Text size="caption" tone="muted" align="center">
                {text.viewNoted}
              </Text>
            </Stack>
          </Frame>
          <Text size="caption" tone="muted" className="num" pad="6px 0 0" margin="4px 0 0">
            {caption}
          </Text>
        </>
      )}
    </div>
  );
}
