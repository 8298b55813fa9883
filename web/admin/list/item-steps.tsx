import { styled } from "goober";
import { Button } from "../../ui/button.tsx";
import { type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { ButtonKey } from "../core/key-cap.tsx";
import type { OpenItem } from "./use-open-item.ts";

const Position = styled("span")`
  ${type.dense}
  margin-left: 4px;
  color: var(--muted);
  white-space: nowrap;
`;

/** Previous and next item of the queue, and the position in it. */
export function ItemSteps({ open }: { open: OpenItem }) {
  const { place, count, hasMore, move } = open;
  return (
    <>
      <Button aria-keyshortcuts="k" disabled={place <= 0} onClick={() => move(-1)}>
        <ButtonKey>K</ButtonKey>
        {ADMIN_TEXT.previous}
      </Button>
      <Button aria-keyshortcuts="j" disabled={place >= count - 1} onClick={() => move(1)}>
        <ButtonKey>J</ButtonKey>
        {ADMIN_TEXT.next}
      </Button>
      {place >= 0 && <Position className="num">{ADMIN_TEXT.position(place + 1, count, hasMore)}</Position>}
    </>
  );
}
