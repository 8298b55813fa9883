import { styled } from "goober";
import { type ReactNode, useId } from "react";
import { Figure } from "./figure.ts";
import { media, type } from "./theme.ts";

const Frame = styled("div")`
  min-width: 0;
  min-height: 132px;
  padding: 20px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  ${media.phone} {
    min-height: 122px;
    padding: 16px 16px 14px;
    &[data-short="true"] {
      min-height: 78px;
    }
  }
`;

const Top = styled("div")`
  ${type.caption}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  height: 16px;
  margin-bottom: 10px;
  white-space: nowrap;
  & > div {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--muted);
  }
  ${media.phone} {
    &[data-short="true"] {
      margin-bottom: 2px;
    }
  }
`;

/** A size container: amounts inside shrink to its width. */
const Band = styled("div")`
  container: stat / inline-size;
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  min-height: 64px;
  ${media.phone} {
    &[data-short="true"] {
      min-height: 0;
    }
  }
`;

const Foot = styled("div")`
  ${type.caption}
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 8px;
  color: var(--muted);
  ${media.phone} {
    &[data-short="true"] {
      display: none;
    }
  }
`;

type StatProps = {
  label: string;
  /** The figure. Only money with a sign is coloured: pass it as `<Money as="result">`. */
  figure?: ReactNode;
  /** One line below the figure. */
  foot?: ReactNode;
  /** Beside the label: an `InfoTip`. */
  mark?: ReactNode;
  /** At the right end of the label's line: a badge. */
  badge?: ReactNode;
  /** Fills the band of 64 px instead of figure and foot: a donut with its rows. */
  children?: ReactNode;
  /** Hides the foot on phones and shows the figure alone. */
  isShortOnPhone?: boolean;
};

/** A figure with its label: 132 px high, 122 on phones, unless its foot is taller, so that a row of them aligns. */
export function Stat({ label, figure, foot, mark, badge, children, isShortOnPhone = false }: StatProps) {
  const id = useId();
  return (
    <Frame role="group" aria-labelledby={id} data-short={isShortOnPhone}>
      <Top data-short={isShortOnPhone}>
        <div>
          <span id={id}>{label}</span>
          {mark}
        </div>
        {badge}
      </Top>
      <Band data-short={isShortOnPhone}>
        {children ?? (
          <>
            <Figure className="num" data-size="page">
              {figure}
            </Figure>
            {foot && <Foot data-short={isShortOnPhone}>{foot}</Foot>}
          </>
        )}
      </Band>
    </Frame>
  );
}
