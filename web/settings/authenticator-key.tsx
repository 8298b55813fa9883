import { styled } from "goober";
import { useMemo } from "react";
import { QUIET_MODULES, qrModules } from "../deposits/qr-modules.ts";
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
      <KeyCode otpauthUrl={otpauthUrl} />
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

/** A whole number of pixels; the code is about 200 px wide. */
const MODULE_PX = 4;

/** The key as a QR code: on white in every theme, because cameras need the contrast. */
function KeyCode({ otpauthUrl }: { otpauthUrl: string }) {
  const { count, bars } = useMemo(() => qrModules(otpauthUrl), [otpauthUrl]);
  const modules = count + QUIET_MODULES * 2;
  const side = modules * MODULE_PX;
  const box = `${-QUIET_MODULES} ${-QUIET_MODULES} ${modules} ${modules}`;
  return (
    <svg width={side} height={side} viewBox={box} role="img" aria-label={text.qrLabel}>
      <rect x={-QUIET_MODULES} y={-QUIET_MODULES} width={modules} height={modules} rx={8 / MODULE_PX} fill="#ffffff" />
      <path
        d={bars.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join("")}
        fill="#000000"
        shapeRendering="crispEdges"
      />
    </svg>
  );
}
