import { styled } from "goober";
import type { ReactNode } from "react";
import { CardHead } from "../ui/card.tsx";
import { layer } from "../ui/theme.ts";

/** A card by default; a frameless area where `--pane-frame`, `--pane-radius` and `--pane-look` are set. */
export const paneFrame = `
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  background: var(--pane-look, var(--surface));
  border: var(--pane-frame, 1px solid var(--line));
  border-radius: var(--pane-radius, var(--radius-card));
`;

const Frame = styled("section")`
  ${paneFrame}
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
  /* Below the row of a lost connection, over a page that is hidden. */
  &[data-full="true"] {
    position: fixed;
    z-index: ${layer.skipLink};
    inset: var(--top-bar, 0px) 0 0;
    visibility: visible;
  }
  & > [data-part="body"] {
    flex: 1;
    min-height: 0;
    overflow: auto;
    border-radius: 0 0 var(--pane-radius, var(--radius-card)) var(--pane-radius, var(--radius-card));
  }
`;

type PaneProps = {
  /** The id that routes use to move the focus here. */
  id: string;
  title: string;
  /** Its name for screen readers, where that is not its title. */
  label?: string | undefined;
  /** In place of the whole head; it has the element with the id. */
  head?: ReactNode;
  /** Before the title: a button. */
  lead?: ReactNode;
  /** Beside the title: a badge or a name. */
  mark?: ReactNode;
  /** At the right end. */
  aside?: ReactNode;
  /** Below its content. */
  foot?: ReactNode;
  /** Whether it fills the window. */
  isFull?: boolean;
  children: ReactNode;
};

/** One area of the trading screen, with a head of 48 px, or 44 px in the band at the bottom. */
export function Pane({ id, title, label, head, lead, mark, aside, foot, isFull = false, children }: PaneProps) {
  const name = label === undefined ? { "aria-labelledby": id } : { "aria-label": label };
  const action = aside && <div>{aside}</div>;
  return (
    <Frame {...name} data-full={isFull}>
      {head ?? <CardHead id={id} isFocusTarget title={title} lead={lead} mark={mark} action={action} />}
      <div data-part="body">{children}</div>
      {foot}
    </Frame>
  );
}
