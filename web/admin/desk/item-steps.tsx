import { styled } from "goober";
import { Button } from "../../ui/button.tsx";
import { type } from "../../ui/theme.ts";
import { DESK_TEXT } from "./desk-text.ts";
import { ButtonKey } from "./key-cap.tsx";

const Position = styled("span")`
  ${type.dense}
  margin-left: 4px;
  color: var(--muted);
  white-space: nowrap;
`;

type ItemStepsProps = {
  /** From 0; -1 for an item that is not in the list. */
  place: number;
  count: number;
  hasMore: boolean;
  onMove: (step: 1 | -1) => void;
};

/** Through the queue, one item at a time. */
export function ItemSteps({ place, count, hasMore, onMove }: ItemStepsProps) {
  return (
    <>
      <Button aria-keyshortcuts="k" disabled={place <= 0} onClick={() => onMove(-1)}>
        <ButtonKey>K</ButtonKey>
        {DESK_TEXT.previous}
      </Button>
      <Button aria-keyshortcuts="j" disabled={place >= count - 1} onClick={() => onMove(1)}>
        <ButtonKey>J</ButtonKey>
        {DESK_TEXT.next}
      </Button>
      {place >= 0 && <Position className="num">{DESK_TEXT.position(place + 1, count, hasMore)}</Position>}
    </>
  );
}
