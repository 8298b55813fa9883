import { styled } from "goober";
import type { ReactNode } from "react";
import { media, type } from "../ui/theme.ts";

/** A card by default; a frameless area where `--pane-frame`, `--pane-radius` and `--pane-look` are set. */
const Frame = styled("section")`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  background: var(--pane-look, var(--surface));
  border: var(--pane-frame, 1px solid var(--line));
  border-radius: var(--pane-radius, var(--radius-card));
`;

const Head = styled("header")`
  ${type.body}
  display: flex;
  align-items: center;
  gap: 8px;
  flex: none;
  height: var(--pane-head, 48px);
  padding: 0 20px;
  border-bottom: 1px solid var(--line);
  & > h2 {
    outline: none;
  }
  & > div {
    display: flex;
    align-items: baseline;
    gap: 12px;
    margin-left: auto;
  }
  ${media.phone} {
    flex-wrap: wrap;
    height: auto;
    min-height: var(--pane-head, 48px);
    padding: 6px 16px;
  }
`;

const Body = styled("div")`
  flex: 1;
  min-height: 0;
  overflow: auto;
  border-radius: 0 0 var(--pane-radius, var(--radius-card)) var(--pane-radius, var(--radius-card));
  ${media.phone} {
    overflow: visible;
  }
`;

type PaneProps = {
  /** The id that routes use to move the focus here. */
  id: string;
  title: string;
  /** Beside the title: a badge or a name. */
  mark?: ReactNode;
  /** At the right end. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One area of the trading screen, with a head of 48 px, or 44 px in the band at the bottom. */
export function Pane({ id, title, mark, aside, children }: PaneProps) {
  return (
    <Frame aria-labelledby={id}>
      <Head>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {mark}
        {aside && <div>{aside}</div>}
      </Head>
      <Body>{children}</Body>
    </Frame>
  );
}
