import type { ComponentProps, ReactNode } from "react";
import { formatRelativeDay } from "../../ui/format.ts";
import { Icon, type IconGlyph } from "../../ui/icon.tsx";
import { Row as LayoutRow } from "../../ui/layout.tsx";
import type { SortPair } from "../../ui/list/sort-button.tsx";
import { Money } from "../../ui/money.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminView } from "../core/admin-time.ts";
import type { Sort } from "../core/admin-types.ts";
import { type Ageing, WaitingAge } from "../core/waiting-age.tsx";
import { BY_AGE, BY_TIME } from "./list-fields.ts";

export type RowColumn<Row> = {
  head: string;
  /** Its track in the grid of a row. */
  width: string;
  /** Its track where the list has room for everything. */
  roomyWidth?: string;
  sorts?: SortPair<Sort>;
  isRight?: boolean;
  /** Only in a wide pane: its cell has `data-wide`. */
  isWide?: boolean;
  /** Only where the list has room for everything. */
  roomy?: "only";
  cell: (row: Row, view: AdminView) => ReactNode;
};

type Look<Row> = {
  isStrong?: boolean;
  isMuted?: boolean;
  isFigure?: boolean;
  isWide?: boolean;
  roomy?: "only";
  isRight?: boolean;
  title?: (row: Row) => string | undefined;
};

export function textColumn<Row>(
  head: string,
  width: string,
  text: (row: Row) => ReactNode,
  { isStrong, isMuted, isFigure, title, ...placed }: Look<Row> = {},
): RowColumn<Row> {
  const Cell = isStrong ? "b" : "span";
  return {
    head,
    width,
    ...placed,
    cell: (row) => (
      <Cell
        className={isFigure ? "num" : undefined}
        data-align={placed.isRight ? "right" : undefined}
        data-wide={placed.isWide}
        data-roomy={placed.roomy === "only" || undefined}
        data-tone={isMuted ? "muted" : undefined}
        title={title?.(row)}
      >
        {text(row)}
      </Cell>
    ),
  };
}

type MoneyLook = {
  width?: string;
  sorts?: SortPair<Sort>;
  isStrong?: boolean;
  as?: NonNullable<ComponentProps<typeof Money>["as"]>;
};

export function moneyColumn<Row>(
  head: string,
  usd: (row: Row) => number | null,
  { width = "92px", sorts, isStrong = true, as = "plain" }: MoneyLook = {},
): RowColumn<Row> {
  const column = textColumn<Row>(head, width, (row) => <Money usd={usd(row)} as={as} />, { isStrong, isRight: true });
  return sorts ? { ...column, sorts } : column;
}

/** A column of the days on which something happened; the tooltip has the time as well. */
export function dayColumn<Row>(head: string, instant: (row: Row) => string): RowColumn<Row> {
  return {
    head,
    width: "88px",
    sorts: BY_TIME,
    cell: (row, { admin, nowMs, at }) => (
      <span className="num" data-tone="muted" title={at(instant(row))}>
        {formatRelativeDay(instant(row), nowMs, admin.timeZone)}
      </span>
    ),
  };
}

/** A column that says how old an item is. @param of what it ages by */
export function ageColumn<Row>(width: string, of: (row: Row) => Ageing): RowColumn<Row> {
  return {
    head: ADMIN_TEXT.age,
    width,
    // With the track beside the figure.
    roomyWidth: "104px",
    sorts: BY_AGE,
    cell: (row, { nowMs }) => <WaitingAge of={of(row)} nowMs={nowMs} />,
  };
}

type RowMark = { icon: IconGlyph; label: string; tone?: "up" | "down" | "warn" | "neutral" };

/** A narrow column of icons; screen readers and the tooltip get the label. */
export function markColumn<Row>(markOf: (row: Row) => RowMark): RowColumn<Row> {
  return {
    head: "",
    width: "16px",
    cell: (row) => {
      const { icon, label, tone = "neutral" } = markOf(row);
      return (
        <LayoutRow as="span" justify="end" tone={tone === "neutral" ? "muted" : tone} title={label}>
          <Icon of={icon} size={14} />
          <VisuallyHidden>{label}</VisuallyHidden>
        </LayoutRow>
      );
    },
  };
}
