import { styled } from "goober";
import { useMemo } from "react";
import { QUIET_MODULES, qrModules } from "../deposits/qr-modules.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Smartphone } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { securityText } from "./security-text.ts";

const Frame = styled("div")`
  display: grid;
  justify-items: center;
  gap: 16px;
  & > p {
    ${type.body}
    justify-self: stretch;
    color: var(--muted);
  }
`;

/** White in every theme, because cameras need the contrast. */
const Paper = styled("svg")`
  background: #ffffff;
  border-radius: var(--radius-control);
`;

const OnPhone = styled("div")`
  display: none;
  justify-self: stretch;
  ${media.touch} {
    display: block;
  }
`;

const Key = styled("div")`
  justify-self: stretch;
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 8px 8px 8px 14px;
  background: var(--raised);
  border-radius: var(--radius-control);
  & > code {
    ${type.dense}
    flex: 1;
    min-width: 0;
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    overflow-wrap: anywhere;
  }
`;

const text = securityText.enrol;

/** The key for an authenticator app: to scan, to open on this phone, or to type. */
export function AuthenticatorKey({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }) {
  const { count, bars } = useMemo(() => qrModules(otpauthUrl), [otpauthUrl]);
  const modules = count + QUIET_MODULES * 2;
  const inGroups = secret.replace(/.{4}(?=.)/g, "$& ");
  return (
    <Frame>
      <p>{text.scan}</p>
      <Paper
        width={modules * MODULE_PX}
        height={modules * MODULE_PX}
        viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${modules} ${modules}`}
        role="img"
        aria-label={text.qrLabel}
      >
        <path
          d={bars.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join("")}
          fill="#000000"
          shapeRendering="crispEdges"
        />
      </Paper>
      <OnPhone>
        <ButtonAnchor href={otpauthUrl} icon={Smartphone} isWide>
          {text.openApp}
        </ButtonAnchor>
      </OnPhone>
      <p>{text.typeKey}</p>
      <Key>
        <code>{inGroups}</code>
        <CopyButton text={secret} what={text.key} />
      </Key>
    </Frame>
  );
}

/** A whole number of pixels; the code is about 200 px wide. */
const MODULE_PX = 4;
