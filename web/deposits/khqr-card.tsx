import { styled } from "goober";
import { type ReactNode, useMemo } from "react";
import { formatMoney } from "../ui/format.ts";
import { type } from "../ui/theme.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { DOLLAR_PATH, KHQR_CARD, KHQR_WORDMARK } from "./khqr-artwork.ts";
import { QUIET_MODULES, qrModules, strokesOf } from "./qr-modules.ts";
import type { QrImage } from "./save-qr-image.ts";

const Paper = styled("figure")`
  position: relative;
  flex: none;
  overflow: hidden;
  border-radius: ${KHQR_CARD.radius}px;
  background: ${KHQR_CARD.paper};
  color: ${KHQR_CARD.ink};
  & > div {
    position: relative;
    display: grid;
    place-items: center;
    height: ${KHQR_CARD.headHeight}px;
    background: ${KHQR_CARD.red};
  }
  & > div::after {
    content: "";
    position: absolute;
    right: 0;
    top: 100%;
    border-style: solid;
    border-width: 0 ${KHQR_CARD.fold}px ${KHQR_CARD.fold}px 0;
    border-color: transparent ${KHQR_CARD.red} transparent transparent;
  }
  & > figcaption {
    ${type.dense}
    height: ${KHQR_CARD.infoHeight}px;
    padding: 14px ${KHQR_CARD.infoLeft}px 0;
    border-bottom: 1px dashed ${KHQR_CARD.dash};
    font-weight: 500;
  }
  & > figcaption > div {
    display: flex;
    align-items: baseline;
    gap: 6px;
  }
  & > figcaption b {
    font-size: 24px;
    line-height: 32px;
    letter-spacing: -0.02em;
  }
  & > svg {
    transition: opacity var(--motion);
  }
  & > svg[data-void="true"] {
    opacity: 0.08;
  }
  & > p {
    ${type.section}
    position: absolute;
    inset: auto 0 0;
    display: grid;
    place-items: center;
    font-weight: 600;
  }
`;

type KhqrCardProps = Omit<QrImage, "billNumber"> & {
  /** Covers a code that can no longer be paid; absent while it is payable. */
  veil?: ReactNode;
};

/** The payment code as banking apps expect it: dark on white in every theme, modules in whole pixels. */
export function KhqrCard({ qrString, merchant, amountUsd, veil }: KhqrCardProps) {
  const { count, bars, modulePx } = useMemo(() => qrModules(qrString), [qrString]);
  const side = (count + QUIET_MODULES * 2) * modulePx;
  const sum = formatMoney(amountUsd, "always");
  return (
    <Paper style={{ width: side }}>
      <div>
        <svg width={KHQR_WORDMARK.width} height={KHQR_WORDMARK.height} role="img" aria-label={DEPOSIT_TEXT.khqr}>
          <path d={KHQR_WORDMARK.path} fill={KHQR_CARD.paper} fillRule="evenodd" />
        </svg>
      </div>
      <figcaption>
        {merchant}
        <div>
          <b className="num">{sum}</b>
          {DEPOSIT_TEXT.currency}
        </div>
      </figcaption>
      <svg
        width={side}
        height={side}
        viewBox={`0 0 ${side} ${side}`}
        data-void={veil !== undefined}
        role="img"
        aria-label={DEPOSIT_TEXT.qrLabel(sum, merchant)}
        aria-hidden={veil !== undefined || undefined}
      >
        <path
          d={strokesOf(bars)}
          stroke={KHQR_CARD.ink}
          shapeRendering="crispEdges"
          transform={`translate(${QUIET_MODULES * modulePx} ${QUIET_MODULES * modulePx}) scale(${modulePx})`}
        />
        <g transform={`translate(${side / 2} ${side / 2})`}>
          <circle r={KHQR_CARD.coinClearing} fill={KHQR_CARD.paper} />
          <circle r={KHQR_CARD.coinRadius} fill={KHQR_CARD.ink} />
          <path d={DOLLAR_PATH} fill="none" stroke={KHQR_CARD.paper} strokeWidth="2.4" strokeLinecap="round" />
        </g>
      </svg>
      {veil !== undefined && <p style={{ height: side }}>{veil}</p>}
    </Paper>
  );
}
