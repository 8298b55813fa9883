import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { createPortal, flushSync } from "react-dom";
import { useLocation } from "wouter";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import type { DemoOrder } from "../../worker/contract/demo/demo-types.ts";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { tradeWords } from "../positions/list-cells.tsx";
import { orderWords } from "../positions/order-words.ts";
import { PositionProfit } from "../positions/position-profit.tsx";
import { ChangeOrClosed } from "../prices/change-or-closed.tsx";
import { dayHistory } from "../prices/day-history.ts";
import { Priced, PriceText } from "../prices/figures.tsx";
import { Sparkline } from "../prices/sparkline.tsx";
import { usePrices } from "../prices/use-prices.ts";
import { openOverlay } from "../state/overlay.ts";
import { user } from "../state/session.ts";
import { settings } from "../state/settings.ts";
import { SHORTCUTS } from "../state/shortcuts.ts";
import { afterPaint } from "../ui/after-paint.ts";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { useModal } from "../ui/dialog/use-modal.ts";
import { useReachedOption } from "../ui/fields/use-reached-option.ts";
import { Icon, Search } from "../ui/icon.tsx";
import { KeyCaps } from "../ui/key-cap.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { appear } from "../ui/motion.ts";
import { layer, media, tint, type } from "../ui/theme.ts";
import type { Marks } from "./find-match.ts";
import { ACTIONS_ONLY, type FoundItem, findItems, PALETTE_GROUPS } from "./palette-items.ts";
import { paletteText as text } from "./palette-text.ts";

const PositionDialog = dialogOnDemand(
  async () => (await import("../positions/position-dialog.tsx")).PositionDialog,
  ({ position }: { position: DemoPosition; onClose: () => void }) => ({ title: tradeWords(position) }),
);
const OrderDialog = dialogOnDemand(
  async () => (await import("../positions/order-dialog.tsx")).OrderDialog,
  ({ order }: { order: DemoOrder; timeZone: string; onClose: () => void }) => ({ title: orderWords(order) }),
);

const Scrim = styled("div")`
  position: fixed;
  inset: 0;
  z-index: ${layer.dialog};
  display: grid;
  grid-template-columns: minmax(0, 640px);
  justify-content: center;
  align-content: start;
  padding: 112px 24px 24px;
  background: rgb(0 0 0 / 0.6);
  animation: ${appear} var(--motion);
  @media (max-height: 639px) {
    padding-top: 24px;
  }
  ${media.phone} {
    padding: 8px;
  }
`;

const Panel = styled("div")`
  display: flex;
  flex-direction: column;
  min-height: 0;
  max-height: calc(100dvh - 136px);
  overflow: hidden;
  border: 1px solid var(--control);
  border-radius: var(--radius-card);
  background: var(--surface);
  box-shadow: var(--shadow);
  outline: none;
  @media (max-height: 639px) {
    max-height: calc(100dvh - 48px);
  }
  ${media.phone} {
    max-height: calc(100dvh - 16px);
  }
  & > label {
    display: flex;
    flex: none;
    align-items: center;
    gap: 12px;
    height: 56px;
    padding: 0 20px;
    border-bottom: 1px solid var(--line);
    color: var(--muted);
  }
  & > label > input {
    ${type.lead}
    flex: 1;
    min-width: 0;
    height: 100%;
    border: 0;
    outline: none;
    background: none;
    color: var(--text);
  }
  & > label > input::-webkit-search-cancel-button {
    display: none;
  }
  & > footer {
    ${type.caption}
    display: flex;
    flex: none;
    align-items: center;
    gap: 16px;
    height: 44px;
    padding: 0 20px;
    border-top: 1px solid var(--line);
    color: var(--muted);
  }
  & > footer > button {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    border-radius: 6px;
  }
  & > footer > button:hover {
    color: var(--text);
  }
  & > footer > button:last-child {
    margin-left: auto;
  }
`;

const ROWS_IN_SIGHT = 9;

/** The rows in sight with the captions of their groups; the list scrolls beyond. */
const List = styled("div")`
  flex: 0 1 auto;
  min-height: 0;
  max-height: 516px;
  padding: 4px 8px 8px;
  overflow: auto;
  overscroll-behavior: contain;
  scroll-padding: 32px 0 8px;
  & > [role="group"] > p {
    ${type.caption}
    padding: 8px 12px 4px;
    color: var(--muted);
  }
  & [role="option"] {
    ${type.body}
    position: relative;
    display: flex;
    align-items: center;
    gap: 12px;
    height: 44px;
    padding: 0 12px;
    border-radius: var(--radius-control);
    cursor: pointer;
  }
  & [role="option"] > :nth-child(2) {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & mark {
    background: none;
    color: var(--accent);
  }
  & [data-reached="true"] {
    background: ${tint("text", 7)};
  }
  & [data-reached="true"]::before {
    content: "";
    position: absolute;
    inset: 8px auto 8px 0;
    width: 2px;
    border-radius: 1px;
    background: var(--accent);
  }
`;

/**
 * Searches symbols, the run, actions and pages, over any signed-in page. Arrow keys move, Enter opens, Esc closes. What is
 * found first is reached already.
 * Source: WAI-ARIA Authoring Practices, combobox with list autocomplete and automatic selection
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState<FoundItem | null>(null);
  if (opened?.position) return <PositionDialog position={opened.position} onClose={onClose} />;
  if (opened?.order) {
    const timeZone = user.peek()?.timeZone ?? DEFAULT_TIME_ZONE;
    return <OrderDialog order={opened.order} timeZone={timeZone} onClose={onClose} />;
  }
  return <PaletteSearch onClose={onClose} onOpen={setOpened} />;
}

function PaletteSearch({ onClose, onOpen }: { onClose: () => void; onOpen: (item: FoundItem) => void }) {
  useSignals();
  usePrices(FEED_SYMBOL_LIST);
  const id = useId();
  const scrim = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useModal({ outer: scrim, panel, onClose });
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  // The key that opens it is answered with the rows in sight. Those below them follow.
  useEffect(() => afterPaint(() => startTransition(() => setIsWhole(true))), []);
  const found = findItems(typed, navigate);
  const items = isWhole ? found : found.slice(0, ROWS_IN_SIGHT);
  const options = useReachedOption({ count: items.length, first: 0, onChoose: (index) => choose(items[index]) });

  function type(next: string) {
    if (next === "?") return openOverlay("keys");
    setTyped(next);
    options.restart();
  }

  function choose(item: FoundItem | undefined) {
    if (item?.position || item?.order) return onOpen(item);
    if (!item) return;
    // What it does may move the focus, which the page behind takes only once nothing is over it.
    flushSync(onClose);
    item.run?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (options.onKeyDown(event) || event.nativeEvent.isComposing) return;
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    onClose();
    event.preventDefault();
  }

  return createPortal(
    <Scrim
      ref={scrim}
      data-modal=""
      onMouseDown={(event: { target: unknown; preventDefault: () => void }) => {
        if (event.target !== scrim.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Panel ref={panel} role="dialog" aria-modal="true" aria-label={text.title} tabIndex={-1}>
        <label>
          <Icon of={Search} size={20} />
          <input
            {...options.field}
            ref={field}
            data-autofocus=""
            type="search"
            role="combobox"
            aria-label={text.title}
            placeholder={text.placeholder}
            aria-expanded={items.length > 0}
            enterKeyHint="go"
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
          />
          {typed.trim() !== "" && (
            <Text as="span" size="caption" breaks="never" aria-hidden="true">
              {text.results(found.length)}
            </Text>
          )}
          <Box as="span" showOn="pointer" aria-hidden="true">
            <KeyCaps of="Escape" />
          </Box>
        </label>
        <List
          id={options.listId}
          role="listbox"
          aria-label={text.title}
          // A press must not take the focus from the field.
          onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
        >
          {PALETTE_GROUPS.map((group) => {
            const from = items.findIndex((item) => item.group === group);
            if (from === -1) return null;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
              <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
                <p id={`${id}-${group}`}>{text.groups[group]}</p>
                {items
                  .filter((item) => item.group === group)
                  .map((item, place) => (
                    <div
                      key={item.key}
                      {...options.option(from + place)}
                      data-reached={from + place === options.active}
                    >
                      <Found item={item} isActive={from + place === options.active} />
                    </div>
                  ))}
              </div>
            );
          })}
        </List>
        {items.length === 0 && (
          <Text pad="20px" tone="muted" textAlign="center" breaks="anywhere" aria-hidden="true">
            {text.nothing(typed.trim())}
          </Text>
        )}
        <footer>
          <Row showOn="pointer" gap={16} aria-hidden="true">
            <Row gap={8}>
              <Row as="span" gap={4}>
                <KeyCaps of="ArrowUp" /> <KeyCaps of="ArrowDown" />
              </Row>
              {text.move}
            </Row>
            <Row gap={8}>
              <KeyCaps of="Enter" /> {text.open}
            </Row>
          </Row>
          <button
            type="button"
            onClick={() => {
              type(ACTIONS_ONLY);
              field.current?.focus();
            }}
          >
            <span aria-hidden="true">
              <KeyCaps of={ACTIONS_ONLY} />
            </span>
            {text.actionsOnly}
          </button>
          <button type="button" onClick={() => openOverlay("keys")}>
            <span aria-hidden="true">
              <KeyCaps of="?" />
            </span>
            {text.allKeys}
          </button>
        </footer>
        <LiveRegion>{found.length > 0 ? text.results(found.length) : text.nothing(typed.trim())}</LiveRegion>
      </Panel>
    </Scrim>,
    document.body,
  );
}

/** The content of a row. */
function Found({ item, isActive }: { item: FoundItem; isActive: boolean }) {
  const { icon, title, note, match, symbol, position } = item;
  const shortcut = settings.peek().keyboard.shortcuts && item.shortcut;
  return (
    <>
      <Icon of={icon} tone="muted" />
      <Text as="span" weight={500}>
        <Marked marks={match.title}>{title}</Marked>
        {note && (
          <>
            {" "}
            <Text as="span" size="dense" weight={400} tone="muted" margin="0 0 0 6px">
              <Marked marks={match.note}>{note}</Marked>
            </Text>
          </>
        )}
      </Text>
      {symbol && <SymbolNow symbol={symbol} />}
      {position && <PositionProfit of={position} />}
      <Row as="span" showOn="pointer" grow={false} gap={4} minWidth={44} justify="end" tone="muted" aria-hidden="true">
        {isActive ? <KeyCaps of="Enter" /> : shortcut && <KeyCaps of={SHORTCUTS[shortcut].keys[0]} />}
      </Row>
    </>
  );
}

/** Price and day of a symbol. */
function SymbolNow({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  return (
    <Row as="span" grow={false} gap={12} size="dense" className="num">
      {dayHistory(symbol).value.length > 0 && (
        <Box as="span" showOn="wide" height={28}>
          <Sparkline symbol={symbol} width={72} height={28} />
        </Box>
      )}
      <Text as="span" weight={500} minWidth={68} textAlign="right">
        <Priced symbol={symbol}>
          <PriceText symbol={symbol} />
        </Priced>
      </Text>
      <Text as="span" minWidth={48} textAlign="right">
        <ChangeOrClosed symbol={symbol} />
      </Text>
    </Row>
  );
}

/** A text with its matched letters in the accent colour. */
function Marked({ marks, children }: { marks: Marks; children: string }): ReactNode {
  let at = 0;
  return (
    <>
      {marks.map(([start, end]) => {
        const before = children.slice(at, start);
        at = end;
        return (
          <Fragment key={start}>
            {before}
            <mark>{children.slice(start, end)}</mark>
          </Fragment>
        );
      })}
      {children.slice(at)}
    </>
  );
}
