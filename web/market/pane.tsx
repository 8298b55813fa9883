import { styled } from "goober";
import type { ReactNode } from "react";
import { CardHead } from "../ui/card.tsx";
import { media } from "../ui/theme.ts";

/** A card by default; a frameless area where `--pane-frame`, `--pane-radius` and `--pane-look` are set. */
const Frame = styled("section")`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  background: var(--pane-look, var(--surface));
  border: var(--pane-frame, 1px solid var(--line));
  border-radius: var(--pane-radius, var(--radius-card));
  /* A large sum goes below the title where it does not fit beside it. */
  & > header {
    flex: none;
    flex-wrap: wrap;
    gap: 0 8px;
    min-height: var(--pane-head, 48px);
    padding-block: 0;
  }
  & > header > div + div {
    margin-left: auto;
  }
  & > header > div:first-child {
    flex-wrap: nowrap;
    align-items: center;
    gap: 8px;
  }
  & h2 {
    outline: none;
  }
  & > div {
    flex: 1;
    min-height: 0;
    overflow: auto;
    border-radius: 0 0 var(--pane-radius, var(--radius-card)) var(--pane-radius, var(--radius-card));
  }
  ${media.phone} {
    & > header {
      padding-block: 6px;
    }
    & > div {
      overflow: visible;
    }
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
      <CardHead id={id} isFocusTarget title={title} mark={mark} action={aside && <div>{aside}</div>} />
      <div>{children}</div>
    </Frame>
  );
}
