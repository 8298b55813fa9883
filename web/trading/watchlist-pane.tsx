import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ComponentProps, Suspense, useState } from "react";
import { marketText } from "../prices/market-text.ts";
import { SymbolToday } from "../prices/symbol-today.tsx";
import { lazyPage } from "../state/lazy-page.ts";
import { openOverlay } from "../state/overlay.ts";
import { settings } from "../state/settings.ts";
import { isUnread, setWatchlist, watchlist } from "../terminal/drawings-and-settings.ts";
import { CountBadge } from "../ui/badge.tsx";
import { Check, Icon, Pencil, Search, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { KeyCaps } from "../ui/key-cap.tsx";
import { Row } from "../ui/layout.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { media, type } from "../ui/theme.ts";
import { moveSymbol, shownSymbols } from "../watchlist/order.ts";
import { Watchlist } from "../watchlist/watchlist.tsx";
import { watchlistText as text } from "../watchlist/watchlist-text.ts";
import { Pane } from "./pane.tsx";
import { WatchlistUnread } from "./unread-notices.tsx";

export const WatchlistEditor = lazyPage(async () => (await import("../watchlist/editor.tsx")).WatchlistEditor);

const SearchButton = styled("button")`
  ${type.dense}
  display: flex;
  flex: 1;
  align-items: center;
  gap: 6px;
  min-width: 0;
  height: 32px;
  padding: 0 8px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  color: var(--muted);
  &:hover {
    color: var(--text);
  }
  & > span {
    flex: none;
  }
  & > span:nth-of-type(1) {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-align: left;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  ${media.touch} {
    height: 44px;
    padding: 0 12px;
  }
`;

const EditButton = styled("button")`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 32px;
  padding: 0 8px;
  margin-right: -8px;
  border-radius: var(--radius-control);
  color: var(--muted);
  font-weight: 500;
  &:hover {
    color: var(--text);
  }
  ${media.touch} {
    min-height: 44px;
  }
`;

/** The symbols that the watchlist shows. The same array until the list is changed. */
export const watchedSymbols = computed(() => shownSymbols(watchlist.value));

type WatchlistPaneProps = Omit<ComponentProps<typeof Watchlist>, "symbols" | "isPhone" | "details" | "onMove"> & {
  timeZone: string;
  /** Where it is a sheet. */
  onClose?: (() => void) | undefined;
};

/** The pane of the watchlist, with the search, Edit, and the day of the selected symbol. */
export function WatchlistPane({ timeZone, onClose, ...list }: WatchlistPaneProps) {
  useSignals();
  const [isEdited, setEdited] = useState(false);
  return (
    <Pane
      id="watchlist"
      title={marketText.watchlist}
      mark={<CountBadge count={watchedSymbols.value.length} />}
      aside={
        <Row gap={8}>
          <EditSwitch isOn={isEdited} onChange={setEdited} />
          {onClose && <IconButton icon={X} label={marketText.closeSheet} onClick={onClose} />}
        </Row>
      }
    >
      <Row pad="12px 16px" line="bottom">
        <SymbolSearch />
      </Row>
      <EditableList isEdited={isEdited} {...list} />
      <SymbolToday symbol={list.selected} timeZone={timeZone} />
    </Pane>
  );
}

type PhoneWatchlistProps = Omit<ComponentProps<typeof Watchlist>, "symbols" | "isPhone" | "onMove">;

/** The watchlist of phones: the search with Edit, and the rows from edge to edge. */
export function PhoneWatchlist(list: PhoneWatchlistProps) {
  const [isEdited, setEdited] = useState(false);
  return (
    <div>
      <Row gap={8} pad="12px 16px">
        <SymbolSearch />
        <EditSwitch isOn={isEdited} onChange={setEdited} />
      </Row>
      <EditableList isEdited={isEdited} {...list} isPhone />
    </div>
  );
}

type EditableListProps = Omit<ComponentProps<typeof Watchlist>, "symbols" | "onMove"> & { isEdited: boolean };

function EditableList({ isEdited, ...list }: EditableListProps) {
  useSignals();
  // An unread list cannot be edited: what it would replace is not known.
  const canEdit = !isUnread("settings");
  return (
    <>
      <WatchlistUnread />
      {isEdited && canEdit ? (
        <Suspense fallback={<SpinnerBlock />}>
          <WatchlistEditor />
        </Suspense>
      ) : (
        <Watchlist {...list} symbols={watchedSymbols.value} {...(canEdit && { onMove: moveShown })} />
      )}
    </>
  );
}

function moveShown(from: number, to: number): void {
  setWatchlist(moveSymbol(watchlist.peek(), watchedSymbols.peek(), from, to));
}

/** Opens the command palette, on touch screens the only way to it. */
function SymbolSearch() {
  useSignals();
  return (
    <SearchButton type="button" aria-haspopup="dialog" onClick={() => openOverlay("palette")}>
      <Icon of={Search} />
      <span>{text.find}</span>
      {settings.value.keyboard.shortcuts && (
        <Row as="span" showOn="pointer" gap={4} aria-hidden="true">
          <KeyCaps of="Mod+K" />
        </Row>
      )}
    </SearchButton>
  );
}

function EditSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <EditButton
      type="button"
      aria-pressed={isOn}
      aria-label={isOn ? `${text.done}: ${text.editList}` : text.editList}
      onClick={() => onChange(!isOn)}
    >
      <Icon of={isOn ? Check : Pencil} />
      {isOn ? text.done : text.edit}
    </EditButton>
  );
}
