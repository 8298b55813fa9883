import { styled } from "goober";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { IconGlyph } from "../../ui/icon.tsx";
import { ButtonKey } from "../../ui/key-cap.tsx";
import { Text } from "../../ui/layout.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { KEYS } from "../core/admin-keys.ts";
import { ActionBar, ActionBarSpace, ItemPane, Panes, VIEWS_PANE } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { focusItem } from "../core/item-head.tsx";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { QueueList, type QueueListProps } from "./queue-list.tsx";
import type { AdminList } from "./use-admin-list.ts";
import { ITEM, type OpenItem } from "./use-open-item.ts";

/** The item is always whole where the views are no pane. */
const WholeSwitch = styled("span")`
  display: none;
  ${VIEWS_PANE} {
    display: contents;
  }
`;

/** An action on the open item: a button in the bar below it, and a key. */
export type BarAction = {
  /** Its shortcut, of `KEYS`. */
  key: string;
  label: string;
  tone?: "accent" | "danger";
  icon?: IconGlyph;
  /** Stands beside the steps through the list, not at the right end. */
  isAside?: boolean;
  isLoading?: boolean;
  /** Undefined while it is not possible. */
  run: (() => void) | undefined;
};

type ListScreenProps<Row extends { _id: string }> = Omit<QueueListProps<Row>, "openId" | "onOpen"> & {
  open: OpenItem<Row>;
  item: (row: Row) => ReactNode;
  actions?: readonly BarAction[];
  /** The views of the queue: a pane beside the list where there is room, which the item takes when it is opened whole. */
  views?: ReactNode;
  /** Why actions are not possible, or why one has failed. */
  message?: ReactNode;
  isProblem?: boolean;
};

/**
 * A list, its open item beside it, and the bar with the steps through the list and the actions on the item. J and K
 * move through the list, Enter focuses the item. Narrow screens show either the list or the item.
 */
export function ListScreen<Row extends { _id: string }>(props: ListScreenProps<Row>) {
  const { open, item, actions = [], views, message, isProblem, ...queue } = props;
  const { isWhole, setWhole } = useWhole(views !== undefined);
  useShortcuts({
    [KEYS.next]: () => open.move(1),
    [KEYS.previous]: () => open.move(-1),
    [KEYS.open]() {
      if (open.item) setWhole(true);
      focusItem();
    },
    Escape: isWhole ? () => setWhole(false) : undefined,
    ...Object.fromEntries(actions.map(({ key, run }) => [key, run])),
  });
  return (
    <Panes data-open={open.item !== null} data-views={views !== undefined} data-whole={isWhole}>
      {views}
      <QueueList {...queue} openId={open.item?._id} onOpen={open.openRow} />
      <ItemPane aria-label={queue.section.item}>
        {open.item ? item(open.item) : <NothingOpen list={queue.list} />}
      </ItemPane>
      {open.item && (
        <ActionBar>
          <ItemSteps open={open} />
          {views !== undefined && (
            <WholeSwitch>
              <Button aria-keyshortcuts={isWhole ? "Escape" : KEYS.open} onClick={() => setWhole(!isWhole)}>
                <ButtonKey>{isWhole ? "Esc" : KEYS.open}</ButtonKey>
                {isWhole ? ADMIN_TEXT.back : ADMIN_TEXT.openWhole}
              </Button>
            </WholeSwitch>
          )}
          <ActionButtons actions={actions.filter(({ isAside }) => isAside)} />
          <ActionBarSpace role={isProblem ? "alert" : undefined}>{message}</ActionBarSpace>
          <ActionButtons actions={actions.filter(({ isAside }) => !isAside)} />
        </ActionBar>
      )}
    </Panes>
  );
}

const WHOLE = "whole";

/**
 * Whether the open item has the place of the views too: in the address, so that the browser's Back goes back to the list. Where the views
 * are no pane, it always has.
 */
function useWhole(hasViews: boolean) {
  const [params, setParams] = useSearchParams();
  const isPane = useMedia(VIEWS_PANE) && hasViews;
  const isWhole = isPane && params.has(WHOLE);
  /** How long the history was with the entry that made the item whole; null without one of this page. */
  const entry = useRef<number | null>(null);
  useEffect(() => {
    if (!isWhole) entry.current = null;
  }, [isWhole]);

  /** Goes back over that entry, to the list with the item that is open now. */
  function goBack() {
    const item = params.get(ITEM);
    const keepItem = () => {
      const before = new URLSearchParams(location.search);
      if (item !== null) before.set(ITEM, item);
      setParams(before, { replace: true });
    };
    addEventListener("popstate", keepItem, { once: true });
    history.back();
  }

  return {
    isWhole,
    setWhole(next: boolean): void {
      if (!isPane || next === isWhole) return;
      // Nothing was opened since: otherwise Back would go there.
      if (!next && entry.current === history.length) {
        goBack();
        return;
      }
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (next) after.set(WHOLE, "1");
          else after.delete(WHOLE);
          return after;
        },
        { replace: !next },
      );
      // A test's router has no entries of the browser.
      entry.current = next && new URLSearchParams(location.search).has(WHOLE) ? history.length : null;
    },
  };
}

function ActionButtons({ actions }: { actions: readonly BarAction[] }) {
  return actions.map(({ key, label, tone, icon, isLoading, run }) => (
    <Button
      key={key}
      variant={tone ?? "neutral"}
      data-main={tone === "accent" || undefined}
      {...(icon && { icon })}
      aria-keyshortcuts={key}
      disabled={!run}
      isLoading={isLoading ?? false}
      onClick={run}
    >
      <ButtonKey>{key}</ButtonKey>
      {label}
    </Button>
  ));
}

function ItemSteps({ open }: { open: Pick<OpenItem<{ _id: string }>, "place" | "count" | "hasMore" | "move"> }) {
  const { place, count, hasMore, move } = open;
  return (
    <>
      <Button aria-keyshortcuts={KEYS.previous} disabled={place <= 0} onClick={() => move(-1)}>
        <ButtonKey>{KEYS.previous}</ButtonKey>
        {ADMIN_TEXT.previous}
      </Button>
      <Button aria-keyshortcuts={KEYS.next} disabled={place >= count - 1} onClick={() => move(1)}>
        <ButtonKey>{KEYS.next}</ButtonKey>
        {ADMIN_TEXT.next}
      </Button>
      {place >= 0 && (
        <Text as="span" size="dense" margin="0 0 0 4px" tone="muted" breaks="never" className="num">
          {ADMIN_TEXT.position(place + 1, count, hasMore)}
        </Text>
      )}
    </>
  );
}

/** Placeholder while no item is open; nothing if the list is empty, as the list says so itself. */
function NothingOpen({ list }: { list: Pick<AdminList<unknown>, "rows"> }) {
  return list.rows?.length ? <EmptyState title={ADMIN_TEXT.nothingOpen} text={ADMIN_TEXT.nothingOpenDetail} /> : null;
}
