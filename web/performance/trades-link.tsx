import { styled } from "goober";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { Link } from "wouter";
import { DemoBadge, OutlineBadge } from "../ui/badge.tsx";
import { capUsd } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { Money, MoneyUnitContext } from "../ui/money.tsx";
import { media } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { type PerformanceAddress, performancePath, type TradeView } from "./performance-address.ts";
import { performanceText as text } from "./performance-text.ts";
import { runText } from "./run-text.ts";
import { FEW_TRADES } from "./trade-counts.ts";
import { type RunName, WHOLE_PAGE } from "./trade-filter.ts";
import type { CardFigures, Summary } from "./trade-types.ts";

/** Scrolls to the list once it shows the opened view. @param focus whether the focus moves to the list or stays */
export type Reveal = (focus: "moves" | "stays") => void;

type PageState = Pick<PerformanceAddress, "account" | "filter"> & {
  /** Of another account than the one of money. */
  mark: "demo" | "imported" | null;
  reveal: Reveal;
};

/** The account and the filter of the page's address, and the function that scrolls to the list. */
export const PageContext = createContext<PageState>({
  account: null,
  mark: null,
  filter: WHOLE_PAGE,
  reveal: () => {},
});

/** The view of the consecutive trades behind a figure; null where there are none. */
export function runView(of: RunName, runs: Summary["runs"]): TradeView | null {
  const run = runs[of];
  return run && { mode: "all", only: { by: "run", of, ...run } };
}

type ViewLinkProps = {
  view: TradeView;
  /** Whether the focus moves to the list; it stays when the keyboard moves from link to link. */
  focus?: "moves" | "stays";
} & Omit<ComponentProps<"a">, "href">;

/** An unstyled link that opens trades in the list, scrolls to it and keeps the page's filters. */
export function ViewLink({ view, focus = "moves", onClick, ...rest }: ViewLinkProps) {
  const { account, filter, reveal } = useContext(PageContext);
  const href = performancePath({ account, filter, view });
  return (
    <Link
      href={href}
      onClick={(event) => {
        reveal(focus);
        onClick?.(event);
      }}
      {...rest}
    />
  );
}

const Anchor = styled(ViewLink)`
  border-radius: 4px;
  ${media.touch} {
    /* A touch target of 24 px in the smallest type, without changing the line height. */
    padding-block: 5px;
  }
  color: inherit;
  text-decoration: underline dotted transparent 1px;
  text-underline-offset: 0.22em;
  transition: text-decoration-color var(--motion);
  &:hover {
    text-decoration-color: currentColor;
  }
`;

/** Marks a part of the page that belongs to a demo run, or to an account with another broker. */
export function AccountMark() {
  const { mark } = useContext(PageContext);
  const { after } = useContext(MoneyUnitContext);
  if (mark === "demo") return <DemoBadge />;
  // What is named after its amounts has no place in the cells and the axes of the part.
  return mark === "imported" && <OutlineBadge>{text.imported + after}</OutlineBadge>;
}

/**
 * Says below a rate that it has too few trades to judge by, or none to compare with.
 * @param ratio what the card shows, if that is no share of the trades: null for none
 */
export function FewTrades({ figures, ratio }: { figures: CardFigures; ratio?: number | null }) {
  const { totalTrades, winningTrades } = figures;
  if (totalTrades === 0 || totalTrades >= FEW_TRADES) return null;
  const rate = runText.tooFew(winningTrades, totalTrades);
  const ofSums =
    ratio === null ? runText.afterFirstLoss : winningTrades === 0 ? runText.afterFirstWin : runText.fewTrades;
  return (
    <Text as="small" size="caption" tone="muted" weight={400} style={{ letterSpacing: "normal" }}>
      {ratio === undefined ? rate : ofSums}
    </Text>
  );
}

/** A figure that opens its trades; plain text where there are none. */
export function TradesLink({ view, children }: { view: TradeView | null; children: ReactNode }) {
  if (view === null) return children;
  return (
    <Anchor view={view}>
      {children}
      <VisuallyHidden>, {text.show}</VisuallyHidden>
    </Anchor>
  );
}

type ResultLinkProps = { view: TradeView | null; usd: number; as?: "result" | "moved" };

/** A result of the page's account that opens its trades. */
export function ResultLink({ view, usd, as = "result" }: ResultLinkProps) {
  return (
    <TradesLink view={view}>
      <AccountMoney usd={usd} as={as} />
    </TradesLink>
  );
}

/** An amount of the page's account. */
export function AccountMoney({ usd, as }: { usd: number; as: "result" | "moved" | "plain" }) {
  return <Money usd={capUsd(usd, useContext(MoneyUnitContext))} as={as} />;
}
