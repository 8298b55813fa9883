import { styled } from "goober";
import { type ReactNode, useId } from "react";
import { Figure } from "./figure.ts";
import { media, type } from "./theme.ts";

/** The label's line, and a band that is a size container: amounts inside shrink to its width. */
const Frame = styled("div")`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 132px;
  padding: 20px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  & > [data-top] {
    ${type.caption}
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    height: 16px;
    margin-bottom: 10px;
    white-space: nowrap;
  }
  & > [data-top] > div {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--muted);
  }
  & > [data-band] {
    container: stat / inline-size;
    display: flex;
    flex-direction: column;
    flex: 1;
    justify-content: space-between;
    gap: 8px;
    min-height: 64px;
  }
  & > [data-band] > [data-foot] {
    ${type.caption}
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 8px;
    color: var(--muted);
  }
  ${media.phone} {
    min-height: 122px;
    padding: 16px 16px 14px;
    &[data-short="true"] {
      min-height: 78px;
    }
    &[data-short="true"] > [data-top] {
      margin-bottom: 2px;
    }
    &[data-short="true"] > [data-band] {
      min-height: 0;
    }
    &[data-short="true"] > [data-band] > [data-foot] {
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

/** A figure with its label: 132 px high, 122 on phones, unless its foot is taller, and all figures and all feet of a row are on one line. */
export function Stat({ label, figure, foot, mark, badge, children, isShortOnPhone = false }: StatProps) {
  const id = useId();
  return (
    <Frame role="group" aria-labelledby={id} data-short={isShortOnPhone}>
      <div data-top="">
        <div>
          <span id={id}>{label}</span>
          {mark}
        </div>
        {badge}
      </div>
      <div data-band="">
        {children ?? (
          <>
            <Figure className="num" data-size="page">
              {figure}
            </Figure>
            {foot && <div data-foot="">{foot}</div>}
          </>
        )}
      </div>
    </Frame>
  );
}
