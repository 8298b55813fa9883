import { styled } from "goober";
import { useId } from "react";
import { ROUTE } from "../../state/routes.ts";
import { Text } from "../../ui/layout.tsx";
import { Money } from "../../ui/money.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { media, type } from "../../ui/theme.ts";
import { PaneBand } from "../core/admin-layout.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { itemPath } from "../list/use-open-item.ts";
import { HISTORY_KINDS, type HistoryKind, type HistoryLine, historyCounts, historyLines } from "./trader-history.ts";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

const Band = styled(PaneBand)`
  margin-top: -16px;
  & > [role="tablist"] {
    padding: 0 20px;
  }
  & > [role="tablist"] > button {
    ${type.dense}
    height: 36px;
  }
  ${media.phone} {
    & > [role="tablist"] {
      padding: 0 16px;
    }
    & > [role="tablist"] > button {
      height: 44px;
    }
  }
`;

const Lines = styled("ul")`
  ${type.dense}
  & > li {
    display: grid;
    grid-template-columns: 136px 76px minmax(0, 1fr) 80px 92px;
    align-items: center;
    gap: 0 12px;
    min-height: 32px;
    padding: 0 20px;
    border-bottom: 1px solid color-mix(in oklab, var(--line) 45%, transparent);
  }
  @media (min-width: 1280px) and (max-width: 1439px) {
    & > li {
      grid-template-columns: 124px 72px minmax(0, 1fr) 68px 88px;
      gap: 0 8px;
    }
  }
  & > li > * {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > li > time,
  & > li > p {
    color: var(--muted);
  }
  & > li > p > a[data-tone] {
    color: inherit;
    text-decoration: none;
  }
  & > li > p > a[data-tone]:hover {
    color: var(--text);
    text-decoration: underline;
  }
  & > li > b {
    font-weight: 500;
  }
  & > li > b[data-sum] {
    container-type: inline-size;
    text-align: right;
  }
  & [data-tone="up"] {
    color: var(--up);
  }
  & [data-tone="warn"] {
    color: var(--warn);
  }
  & [data-tone="down"] {
    color: var(--down);
  }
  & [data-tone="muted"] {
    color: var(--muted);
  }
  ${media.phone} {
    & > li {
      grid-template: "name sum" auto "what what" auto "when state" auto / minmax(0, 1fr) auto;
      padding: 8px 16px;
    }
    & > li > time {
      grid-area: when;
    }
    & > li > b {
      grid-area: name;
    }
    & > li > b[data-sum] {
      container-type: normal;
      grid-area: sum;
    }
    & > li > p {
      grid-area: what;
      white-space: normal;
    }
    & > li > span {
      grid-area: state;
      text-align: right;
    }
  }
`;

const text = TRADER_TEXT.history;
/** A tab of the history. */
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
  const lines = historyLines(trader, item);
  const counts = historyCounts(trader);
  const countOf = (kind: HistoryTab) =>
    kind === "all" ? HISTORY_KINDS.reduce((total, one) => total + counts[one], 0) : counts[kind];
  const shown = lines.filter(({ kind }) => tab === "all" || kind === tab);

  useShortcuts({ t: () => onTab(TABS[(TABS.indexOf(tab) + 1) % TABS.length] ?? "all") });

  return (
    <Band as="section" aria-label={text.title} data-history="">
      <Tabs
        label={text.title}
        id={id}
        value={tab}
        items={TABS.map((value) => ({ value, label: text.tab[value], count: countOf(value) }))}
        onChange={onTab}
      />
      <TabPanel id={id} value={tab}>
        {shown.length === 0 ? (
          <Text size="dense" pad="8px 20px" tone="muted" phone={{ pad: "8px 16px" }}>
            {text.nothing[tab]}
          </Text>
        ) : (
          <Lines className="num">
            {shown.map((line) => (
              <Line key={line.key} line={line} at={at} />
            ))}
          </Lines>
        )}
        <Text size="dense" pad="8px 20px" tone="muted" phone={{ pad: "8px 16px" }}>
          {shown.length < countOf(tab) && `${text.newest(shown.length, countOf(tab))} `}
          {(tab === "all" || tab === "security") && `${text.window} `}
          <TextLink href={itemPath(ROUTE.adminUsers, trader._id)}>{text.whole}</TextLink>
        </Text>
      </TabPanel>
    </Band>
  );
}

function Line({ line, at }: { line: HistoryLine; at: (instant: string) => string }) {
  const { description, href, state, amount } = line;
  return (
    <li>
      <time dateTime={line.at}>{at(line.at)}</time>
      <b>{line.name}</b>
      <p title={description}>{href === null ? description : <TextLink href={href}>{description}</TextLink>}</p>
      <span data-tone={state?.tone}>{state?.label}</span>
      <b data-sum="">
        <Money usd={amount} />
      </b>
    </li>
  );
}

/** Moves the focus to the tabs of the history, which scrolls them into view. */
export function focusHistory(): void {
  // The tab that was just chosen must be rendered first.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-history] [aria-selected="true"]')?.focus());
}
