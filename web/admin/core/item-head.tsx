import { styled } from "goober";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ChevronLeft } from "../../ui/icon.tsx";
import { Box } from "../../ui/layout.tsx";
import { media, type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "./admin-text.ts";

const Head = styled("header")`
  display: grid;
  grid-template: "figure aside" auto "lead aside" auto / minmax(0, 1fr) auto;
  gap: 4px 16px;
  & > div {
    grid-area: figure;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
  & h2 {
    ${type.figure}
    outline: none;
  }
  & > p {
    ${type.dense}
    grid-area: lead;
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  & > aside {
    ${type.dense}
    grid-area: aside;
    display: grid;
    align-content: start;
    justify-items: end;
    padding-top: 8px;
    color: var(--muted);
  }
  ${media.phone} {
    grid-template: "figure" auto "lead" auto "aside" auto / minmax(0, 1fr);
    & > aside {
      display: flex;
      gap: 8px;
      padding-top: 0;
    }
  }
`;

type ItemHeadProps = {
  /** The amount to decide about, or the name of the person. */
  figure: string;
  copy?: { text: string; what: string };
  badge: ReactNode;
  lead: string;
  aside?: ReactNode;
  onBack: () => void;
};

/** Head of an open item. Where the item covers the list, a way back is above it. */
export function ItemHead({ figure, copy, badge, lead, aside, onBack }: ItemHeadProps) {
  return (
    <div>
      <BackToList onBack={onBack} />
      <Head>
        <div>
          <h2 className="num" tabIndex={-1} data-item-heading="">
            {figure}
          </h2>
          {copy && <CopyButton {...copy} />}
          {badge}
        </div>
        <p>{lead}</p>
        {aside && <aside>{aside}</aside>}
      </Head>
    </div>
  );
}

/** The way back to the list, on screens where the item covers it. */
export function BackToList({ onBack }: { onBack: () => void }) {
  return (
    <Box margin="-8px 0 0 -12px" showOn="narrow">
      <Button variant="plain" icon={ChevronLeft} onClick={onBack}>
        {ADMIN_TEXT.back}
      </Button>
    </Box>
  );
}

/** Moves the focus into the item that was just chosen, once it is rendered: screen readers continue there, and the arrow keys scroll it. */
export function focusItem(): void {
  requestAnimationFrame(focusShownItem);
}

/** Moves the focus into the item on the screen at once, so that the key after is none that is typed into a field. */
export function focusShownItem(): void {
  document.querySelector<HTMLElement>("[data-item-heading]")?.focus();
}
