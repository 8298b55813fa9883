import { type ReactNode, useState } from "react";
import { media } from "../theme.ts";
import { useMedia } from "../use-media.ts";
import { LoadingMovementRows, type Movement, MovementRows } from "./movement-rows.tsx";
import { Paged } from "./show-more.tsx";
import { type Column, Table } from "./table.tsx";

const PAGE_ROWS = 20;

type MovementTableProps<Item> = {
  /** What it lists, and what it says to screen readers while it loads. */
  label: string;
  loadingLabel?: string;
  /** Null while they load. */
  items: readonly Item[] | null;
  loadingRows?: number;
  columns: readonly Column<Item>[];
  movementOf: (item: Item) => Movement;
  /** For rows that show more below themselves. */
  detail?: (item: Item) => ReactNode;
  timeZone: string;
};

/**
 * Transfers of money, one page at a time: a table on wide screens, rows on phones. What is open stays open when the
 * layout changes.
 */
export function MovementTable<Item extends { _id: string }>(props: MovementTableProps<Item>) {
  const { label, loadingLabel = label, items, loadingRows = 3, columns, movementOf, detail, timeZone } = props;
  const isPhone = useMedia(media.phone);
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const table = { caption: label, columns, rowKey: ({ _id }: Item) => _id, empty: null, loadingRows };
  const opening = detail && {
    isOpen: ({ _id }: Item) => openIds.has(_id),
    onToggle: ({ _id }: Item) => {
      const next = new Set(openIds);
      if (!next.delete(_id)) next.add(_id);
      setOpenIds(next);
    },
    detail,
  };

  if (items === null) {
    return isPhone ? (
      <LoadingMovementRows label={loadingLabel} count={loadingRows} />
    ) : (
      <Table {...table} rows={null} />
    );
  }
  return (
    <Paged items={items} pageRows={PAGE_ROWS}>
      {(shown) =>
        isPhone ? (
          <MovementRows label={label} movements={shown.map(rowOf)} timeZone={timeZone} />
        ) : (
          <Table {...table} rows={shown} {...(opening && { opening })} />
        )
      }
    </Paged>
  );

  function rowOf(item: Item): Movement {
    if (!opening) return movementOf(item);
    const { isOpen, onToggle } = opening;
    return {
      ...movementOf(item),
      opening: { isOpen: isOpen(item), onToggle: () => onToggle(item), content: opening.detail(item) },
    };
  }
}
