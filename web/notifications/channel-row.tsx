import { styled } from "goober";
import { type ReactNode, useState } from "react";
import { Check, EllipsisVertical, Icon, type IconGlyph, TriangleAlert } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { type MenuItem, PopupMenu, placeBelow } from "../ui/popup-menu.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { media, type } from "../ui/theme.ts";
import type { Said } from "./delivery-words.ts";

const Frame = styled("div")`
  ${type.dense}
  display: grid;
  grid-template-columns: 20px minmax(0, 1fr) auto;
  align-items: center;
  gap: 2px 12px;
  min-height: 60px;
  padding: 10px 20px;
  & > p {
    min-width: 0;
    overflow-wrap: anywhere;
    color: var(--muted);
  }
  & > p > b {
    color: var(--text);
    font-weight: 500;
  }
  & > p > small {
    ${type.caption}
    display: flex;
    align-items: center;
    gap: 6px;
  }
  & > p > small[data-tone="up"] {
    color: var(--up);
  }
  & > p > small[data-tone="warn"] {
    color: var(--warn);
  }
  & > div {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  ${media.touch} {
    --dense-control: 44px;
  }
  ${media.phone} {
    padding: 10px 16px;
  }
`;

type ChannelRowProps = {
  /** Null for another browser below the first. */
  icon: IconGlyph | null;
  title: string;
  /** Beside the title: an address, a name. */
  name?: string;
  said?: Said | null;
  /** Its buttons. */
  children?: ReactNode;
  /** What is rarely done with it. */
  menu?: { label: string; items: readonly MenuItem[] } | undefined;
};

/** A way by which somebody is reached: what it is, what became of its last message, and what can be done with it. */
export function ChannelRow({ icon, title, name, said, children, menu }: ChannelRowProps) {
  return (
    <Frame>
      {icon ? <Icon of={icon} size={20} tone="muted" /> : <span />}
      <p>
        <b>{title}</b> {name}
        {said && (
          <small data-tone={said.tone}>
            {said.isUnderWay && <Spinner />}
            {said.tone === "up" && <Icon of={Check} size={14} />}
            {said.tone === "warn" && <Icon of={TriangleAlert} size={14} />}
            <span role={said.isSilent ? undefined : "status"}>{said.words}</span>
          </small>
        )}
      </p>
      <div>
        {children}
        {menu && <RowMenu {...menu} />}
      </div>
    </Frame>
  );
}

function RowMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        size="dense"
        label={label}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={({ currentTarget }) => setAt(placeBelow(currentTarget))}
      />
      {at && <PopupMenu title={label} at={at} items={items} onClose={() => setAt(null)} />}
    </>
  );
}
