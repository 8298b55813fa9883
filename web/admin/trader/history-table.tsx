import { useId } from "react";
import { Box, Text } from "../../ui/layout.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { KEYS } from "../core/admin-keys.ts";
import { type EventRow, EventRows } from "../core/event-rows.tsx";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { personPath } from "../list/subject-path.ts";
import { HISTORY_KINDS, type HistoryKind, type HistoryLine, historyCounts, historyLines } from "./trader-history.ts";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

const text = TRADER_TEXT.history;
export type HistoryTab = "all" | HistoryKind;
const TABS = ["all", ...HISTORY_KINDS] as const satisfies HistoryTab[];

type HistoryTableProps = {
  trader: TraderContext;
  /** The open item's id and its creation time, epoch ms. */
  item: { id: string; atMs: number };
  at: (instant: string) => string;
  tab: HistoryTab;
  onTab: (tab: HistoryTab) => void;
};

/** The trader's withdrawals, deposits and security events, in one table of dense rows. T switches to the next tab. */
export function HistoryTable({ trader, item, at, tab, onTab }: HistoryTableProps) {
  const id = useId();
  const counts = historyCounts(trader);
  const countOf = (kind: HistoryTab) =>
    kind === "all" ? HISTORY_KINDS.reduce((total, one) => total + counts[one], 0) : counts[kind];
  const shown = historyLines(trader, item).filter(({ kind }) => tab === "all" || kind === tab);

  useShortcuts({ [KEYS.historyTab]: () => onTab(TABS[(TABS.indexOf(tab) + 1) % TABS.length] ?? "all") });

  return (
    <Box
      as="section"
      minWidth={0}
      margin="-16px -20px 0"
      phone={{ margin: "-16px -16px 0" }}
      aria-label={text.title}
      data-history=""
    >
      <Tabs
        label={text.title}
        id={id}
        size="dense"
        isInset
        value={tab}
        items={TABS.map((value) => ({ value, label: text.tab[value], count: countOf(value) }))}
        onChange={onTab}
      />
      <TabPanel id={id} value={tab}>
        <EventRows rows={shown.map(rowOf)} at={at} />
        <Text size="dense" pad="8px 20px" tone="muted" phone={{ pad: "8px 16px" }}>
          {shown.length === 0 && `${text.nothing[tab]} `}
          {shown.length < countOf(tab) && `${text.newest(shown.length, countOf(tab))} `}
          {(tab === "all" || tab === "security") && `${text.window} `}
          <TextLink href={personPath(trader._id)}>{text.whole}</TextLink>
        </Text>
      </TabPanel>
    </Box>
  );
}

function rowOf({ key, at, name, description, href, state, amount, moves }: HistoryLine): EventRow {
  return {
    key,
    at,
    name,
    detail:
      href === null ? (
        description
      ) : (
        <TextLink href={href} tone="quiet">
          {description}
        </TextLink>
      ),
    title: description,
    aside: state?.label,
    asideTone: state?.tone,
    usd: amount,
    moves,
  };
}

/** Moves the focus to the tabs of the history, which scrolls them into view. */
export function focusHistory(): void {
  // The tab that was just chosen must be rendered first.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-history] [aria-selected="true"]')?.focus());
}
