import { styled } from "goober";
import { useState } from "react";
import { EllipsisVertical, Icon } from "../ui/icon.tsx";
import { type MenuItem, PopupMenu, placeBelow } from "../ui/popup-menu.tsx";
import { media, type } from "../ui/theme.ts";
import { chartText } from "./chart-text.ts";
import { type ChosenIndicator, indicatorLabel } from "./indicators/chosen-indicators.ts";
import type { IndicatorActions } from "./indicators/indicator-actions.ts";
import { lineColourCss } from "./plot/draw-indicator.ts";

/** How many chips a toolbar shows, by its width; the dialog shows all indicators. */
const CHIPS_MAX = { narrow: 1, wide: 3 } as const;

const List = styled("div")`
  display: flex;
  gap: 6px;
  @container (max-width: 759px) {
    display: none;
  }
  /* Chips for fingers are larger. */
  ${media.touch} {
    @container (max-width: 979px) {
      display: none;
    }
  }
  @container (min-width: 760px) and (max-width: 979px) {
    & > :nth-child(n + ${CHIPS_MAX.narrow + 1}):not([data-more]),
    & > [data-more="wide"] {
      display: none;
    }
  }
  @container (min-width: 980px) {
    & > [data-more="narrow"] {
      display: none;
    }
  }
`;

const Chip = styled("button")`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 24px;
  padding: 0 4px 0 8px;
  border: 1px solid var(--control);
  border-radius: 6px;
  background: var(--surface);
  font-weight: 500;
  white-space: nowrap;
  &[data-hidden="true"] {
    color: var(--muted);
    border-color: var(--line);
    text-decoration: line-through;
  }
  &[data-more] {
    padding: 0 8px;
    color: var(--muted);
  }
  & > i {
    width: 10px;
    height: 2px;
    border-radius: 1px;
  }
  ${media.touch} {
    height: 36px;
  }
`;

type IndicatorChipsProps = {
  list: readonly ChosenIndicator[];
  actions: IndicatorActions;
  onSettings: (id: string) => void;
  onMore: () => void;
};

/** The chosen indicators in the toolbar, each with a menu. */
export function IndicatorChips({ list, actions, onSettings, onMore }: IndicatorChipsProps) {
  const [menu, setMenu] = useState<{ id: string; x: number; y: number } | null>(null);
  const chosen = list.find(({ id }) => id === menu?.id);
  const place = list.findIndex(({ id }) => id === menu?.id);
  const text = chartText.indicatorMenu;

  const items = (one: ChosenIndicator): MenuItem[] => [
    { key: "settings", content: text.settings, onChoose: () => onSettings(one.id) },
    { key: "hide", content: one.isHidden ? text.show : text.hide, onChoose: () => actions.hide(one.id, !one.isHidden) },
    ...(place > 0 ? [{ key: "up", content: text.up, onChoose: () => actions.move(one.id, -1) }] : []),
    ...(place < list.length - 1 ? [{ key: "down", content: text.down, onChoose: () => actions.move(one.id, 1) }] : []),
    { key: "remove", content: text.remove, onChoose: () => actions.remove(one.id) },
  ];
  return (
    <>
      <List>
        {list.slice(0, CHIPS_MAX.wide).map((one) => (
          <Chip
            key={one.id}
            type="button"
            data-hidden={one.isHidden}
            aria-haspopup="menu"
            aria-label={chartText.indicatorOptions(indicatorLabel(one), one.isHidden)}
            onClick={({ currentTarget }) => setMenu({ id: one.id, ...placeBelow(currentTarget) })}
          >
            <i style={{ background: lineColourCss(one.colours[0] ?? "accent") }} />
            {indicatorLabel(one)}
            <Icon of={EllipsisVertical} size={14} tone="muted" />
          </Chip>
        ))}
        <MoreChip count={list.length - CHIPS_MAX.narrow} in="narrow" onMore={onMore} />
        <MoreChip count={list.length - CHIPS_MAX.wide} in="wide" onMore={onMore} />
      </List>
      {/* Beside the chips: a narrow toolbar hides some of them, and would hide their menu too. */}
      {menu && chosen && (
        <PopupMenu title={indicatorLabel(chosen)} at={menu} items={items(chosen)} onClose={() => setMenu(null)} />
      )}
    </>
  );
}

type MoreChipProps = { count: number; in: keyof typeof CHIPS_MAX; onMore: () => void };

/** The number of indicators that have no chip in a toolbar of a width. */
function MoreChip({ count, in: width, onMore }: MoreChipProps) {
  if (count <= 0) return null;
  return (
    <Chip type="button" data-more={width} aria-label={chartText.moreIndicators(count)} onClick={onMore}>
      +{count}
    </Chip>
  );
}
