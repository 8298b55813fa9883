import { QrCode } from "../deposits/qr-code.tsx";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { useNow } from "../ui/use-now.ts";
import { channelsText } from "./channels-text.ts";

const text = channelsText.telegram;

type TelegramLinkProps = {
  url: string;
  expiresAt: string;
  isMaking: boolean;
  onAnother: () => void;
  onClose: () => void;
};

/** A one-time link to the bot, to scan with a phone or to open here, until it expires. */
export function TelegramLink({ url, expiresAt, isMaking, onAnother, onClose }: TelegramLinkProps) {
  const leftMs = Date.parse(expiresAt) - useNow(1_000);
  const isOver = leftMs <= 0;
  return (
    <Stack gap={12} align="center" pad="4px 20px 16px" phone={{ pad: "4px 16px 16px" }}>
      {!isOver && <QrCode text={url} label={text.code} />}
      <Text size="dense" tone="muted" textAlign="center">
        {isOver ? text.expired : text.how}
      </Text>
      <LiveRegion>{isOver ? text.expired : ""}</LiveRegion>
      <Row gap={8} wrap justify="center">
        {isOver ? (
          <Button isLoading={isMaking} onClick={onAnother}>
            {text.another}
          </Button>
        ) : (
          <ButtonAnchor href={url} target="_blank" rel="noopener noreferrer">
            {text.open}
          </ButtonAnchor>
        )}
        <Button variant="plain" onClick={onClose}>
          {text.cancel}
        </Button>
      </Row>
    </Stack>
  );
}
