import { effect } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { BALANCE_REFRESH, SIDEBAR } from "../../worker/contract/limits.ts";
import { rememberPlaces } from "../performance/places-cookie.ts";
import { refreshBalanceEvery } from "../state/balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { openOverlay } from "../state/overlay.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useShortcuts } from "../state/shortcuts.ts";
import { areZonesAlike, browserTimeZone, isZoneKept } from "../state/time-zone.ts";
import { useSessionTimeout } from "../state/use-session-timeout.ts";
import { Stack } from "../ui/layout.tsx";
import { SkipLink } from "../ui/skip-link.ts";
import { Header, type HeaderLook } from "./header.tsx";
import { Frame } from "./shell-frame.ts";
import { shellText } from "./shell-text.ts";
import { Sidebar } from "./sidebar.tsx";
import { SidebarOverlay } from "./sidebar-overlay.tsx";

const FrozenNotice = lazyPage(async () => (await import("./frozen-notice.tsx")).FrozenNotice);
const TimeZoneNotice = lazyPage(async () => (await import("../profile/time-zone-notice.tsx")).TimeZoneNotice);

/** Options of the shell. */
export type ShellLook = HeaderLook & {
  /** The page fills the window to its edges and sets its own margins. */
  isFlush?: boolean;
};

/** The frame of every signed-in screen: sidebar, header, balance polling and the session timeout. */
export function Shell({ isFlush = false, children, ...header }: ShellLook & { children: ReactNode }) {
  const sidebar = useSidebar();
  useEffect(() => refreshBalanceEvery(BALANCE_REFRESH.shellMs), []);
  useEffect(() => effect(() => rememberPlaces(user.value)), []);
  useSessionTimeout();
  const [, navigate] = useLocation();
  useShortcuts({
    palette: () => openOverlay("palette"),
    help: () => openOverlay("keys"),
    toDashboard: () => navigate(ROUTE.dashboard),
    toTrading: () => navigate(ROUTE.trading),
    toAccount: () => navigate(ROUTE.account),
    toPerformance: () => navigate(ROUTE.performance),
  });

  return (
    <Frame data-sidebar={sidebar.isOpen && !sidebar.isOver ? "beside" : "away"}>
      <SkipLink href="#content">{shellText.skip}</SkipLink>
      {sidebar.isOpen && !sidebar.isOver && (
        <div data-beside="">
          <Sidebar />
        </div>
      )}
      {sidebar.isOpen && sidebar.isOver && <SidebarOverlay onClose={sidebar.close} />}
      <Stack minWidth={0}>
        <Header {...header} onMenu={sidebar.isOver ? sidebar.open : null} />
        <main id="content" tabIndex={-1} data-flush={isFlush}>
          {!isFlush && <Notices />}
          {children}
        </main>
      </Stack>
    </Frame>
  );
}

/** The notices above a page. Their code is loaded only where there is something to say, which is rare. */
function Notices() {
  useSignals();
  const person = user.value;
  if (!person) return null;
  const here = browserTimeZone();
  const isElsewhere = !isZoneKept(person._id) && !areZonesAlike(here, person.timeZone, Date.now());
  return (
    <Suspense fallback={null}>
      {person.frozenAt && <FrozenNotice />}
      {isElsewhere && <TimeZoneNotice person={person} here={here} />}
    </Suspense>
  );
}

/**
 * Whether the sidebar is open, and whether it is beside the page or over it. Every resize decides again: open where
 * there is room beside the page, closed where there is not.
 */
function useSidebar(): { isOpen: boolean; isOver: boolean; open: () => void; close: () => void } {
  const [isOver, setIsOver] = useState(isNarrow);
  const [isOpen, setIsOpen] = useState(() => !isNarrow());

  useEffect(() => {
    function onResize() {
      setIsOver(isNarrow());
      setIsOpen(!isNarrow());
    }
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, []);

  return { isOpen, isOver, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}

function isNarrow(): boolean {
  return window.innerWidth < SIDEBAR.breakpointPx;
}
