import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import {
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { alertLabels } from "../alerts/alert-labels.ts";
import { alertCounts } from "../alerts/alerts-on-demand.ts";
import { demoFailure, demoLostAt, demoRun, retryDemo } from "../demo/demo-account.ts";
import { dockText } from "../positions/dock-text.ts";
import { ListWidth, UNMEASURED_PX, WIDE_PX } from "../positions/list-columns.tsx";
import { PositionsTable } from "../positions/positions-table.tsx";
import { marketText } from "../prices/market-text.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { loadFailure } from "../state/load-failure.ts";
import { Badge } from "../ui/badge.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { ChevronDown, ChevronUp, WifiOff } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { media } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { AccountNotices } from "./account-notices.tsx";
import { AlertsAside, OrdersAside, PositionsAside } from "./dock-head.tsx";
import { paneFrame } from "./pane.tsx";
import type { DockFold } from "./use-dock-fold.ts";

export const OrdersTable = lazyPage(async () => (await import("../positions/orders-table.tsx")).OrdersTable);
export const FillsTable = lazyPage(async () => (await import("../positions/fills-table.tsx")).FillsTable);
export const AlertsTable = lazyPage(async () => (await import("../alerts/alerts-table.tsx")).AlertsTable);

const Frame = styled("section")`
  ${paneFrame}
  --strip-pad: 20px;
  & > header {
    display: flex;
    --tab-line: none;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 16px;
    min-height: 44px;
    padding: 0 20px;
    border-bottom: 1px solid var(--line);
    & > div:last-child {
      display: flex;
      flex: 1 1 0;
      align-items: center;
      justify-content: flex-end;
      gap: 16px;
    }
    /* Of two sums, as many as there is room for. */
    & [data-part="margin"] {
      display: flex;
      flex: 1 1 0;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 0 16px;
      height: 20px;
      overflow: hidden;
      container-type: inline-size;
      /* A sum that there is no room for is on the next line, which is not seen, as the first one is. */
      &::before {
        content: "";
        margin-right: -16px;
        height: 20px;
      }
    }
    & h2 {
      outline: none;
    }
  }
  & > [role="tabpanel"] {
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  /* A row is as high as a finger needs, beside and below its buttons. */
  ${media.touch} {
    --table-row: 52px;
    --dense-control: 44px;
    & > header {
      --dense-control: 36px;
    }
  }
  ${media.phone} {
    --strip-pad: 16px;
    & > header {
      --dense-control: 44px;
      padding-inline: 16px;
    }
    & > header > div:last-child:not(:empty) {
      flex: 0 0 100%;
      justify-content: space-between;
      min-height: 52px;
    }
    & > [role="tabpanel"] {
      overflow: visible;
    }
  }
`;

type DockList = "positions" | "orders" | "alerts" | "history";

type DockProps = { timeZone: string; fold?: DockFold };

/** The lists of the current run: positions, orders and history, each behind a tab with its count; and the price alerts. */
export const Dock = memo(function Dock({ timeZone, fold }: DockProps) {
  useSignals();
  const [list, setList] = useState<DockList>("positions");
  const frame = useRef<HTMLElement>(null);
  const width = useWidthOf(frame);
  const run = demoRun.value;
  // Nothing is known of an account that could not be read. While it is read, the place of a count is kept.
  const none = run === null && demoFailure.value !== null ? {} : { count: null };
  const isOpen = fold?.isOpen ?? true;
  // Lists that become empty fold, and the chart takes their room; the others stay open.
  const isEmpty = (run?.positions.length ?? 0) + (run?.orders.length ?? 0) === 0;
  const onEmptied = useEffectEvent(() => {
    if (list === "positions" || list === "orders") fold?.forget?.();
  });
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) onEmptied();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  return (
    <Frame ref={frame} aria-labelledby="positions">
      <header>
        <VisuallyHidden as="h2" id="positions" tabIndex={-1}>
          {marketText.tabs.positions}
        </VisuallyHidden>
        <Tabs<DockList>
          id="dock"
          label={dockText.lists}
          value={list}
          onChange={(chosen) => {
            setList(chosen);
            fold?.set(true);
          }}
          items={[
            { value: "positions", label: dockText.positions, ...(run ? { count: run.positions.length } : none) },
            { value: "orders", label: dockText.orders, ...(run ? { count: run.orders.length } : none) },
            { value: "alerts", label: alertLabels.alerts, count: alertCounts.value?.listed ?? null },
            { value: "history", label: dockText.history, ...(run ? { count: run.opened + run.closed } : none) },
          ]}
        />
        <div>
          {list === "positions" && <PositionsAside timeZone={timeZone} hasRoom={width >= WIDE_PX} isOpen={isOpen} />}
          {list === "orders" && <OrdersAside />}
          {list === "alerts" && <AlertsAside />}
          {!isOpen && run && demoLostAt.value !== null && (
            <Badge tone="warn" icon={WifiOff}>
              {dockText.lostShort}
            </Badge>
          )}
          {fold && (
            <IconButton
              icon={fold.isOpen ? ChevronDown : ChevronUp}
              size="dense"
              label={fold.isOpen ? dockText.fold : dockText.unfold}
              aria-expanded={fold.isOpen}
              onClick={() => fold.set(!fold.isOpen)}
            />
          )}
        </div>
      </header>
      {isOpen && <AccountNotices timeZone={timeZone} />}
      <TabPanel id="dock" value={list} isHidden={!isOpen}>
        <ListWidth value={width}>
          <Suspense fallback={<SpinnerBlock />}>
            {list === "alerts" ? (
              <AlertsTable timeZone={timeZone} />
            ) : (
              <Loaded>
                {list === "positions" && <PositionsTable />}
                {list === "orders" && <OrdersTable timeZone={timeZone} />}
                {list === "history" && <FillsTable timeZone={timeZone} />}
              </Loaded>
            )}
          </Suspense>
        </ListWidth>
      </TabPanel>
    </Frame>
  );
});

/** The list, or why the account could not be loaded. */
function Loaded({ children }: { children: ReactNode }) {
  useSignals();
  const failure = demoRun.value === null ? loadFailure(demoFailure.value, dockText.loadFailure) : null;
  return failure ? <ErrorState {...failure} onRetry={retryDemo} /> : children;
}

/** The width of an element, px. */
function useWidthOf(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(UNMEASURED_PX);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth || UNMEASURED_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
