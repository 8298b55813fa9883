import { styled } from "goober";
import { QrCode } from "../deposits/qr-code.tsx";
import { ButtonAnchor } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Smartphone } from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { type } from "../ui/theme.ts";
import { securityText } from "./security-text.ts";

const Key = styled("code")`
  ${type.dense}
  flex: 1;
  min-width: 0;
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  overflow-wrap: anywhere;
`;

const text = securityText.enrol;

/** The key for an authenticator app: to scan, to open on this phone, or to type. */
export function AuthenticatorKey({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }) {
  const inGroups = secret.replace(/.{4}(?=.)/g, "$& ");
  return (
    <Stack align="center" gap={16}>
      <Text self="stretch" tone="muted">
        {text.scan}
      </Text>
      <QrCode text={otpauthUrl} label={text.qrLabel} />
      <Box self="stretch" showOn="touch">
        <ButtonAnchor href={otpauthUrl} icon={Smartphone} isWide>
          {text.openApp}
        </ButtonAnchor>
      </Box>
      <Text self="stretch" tone="muted">
        {text.typeKey}
      </Text>
      <Row self="stretch" gap={8} pad="8px 8px 8px 14px" surface="raised" radius="control">
        <Key>{inGroups}</Key>
        <CopyButton text={secret} what={text.key} />
      </Row>
    </Stack>
  );
}
