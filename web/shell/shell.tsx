import { effect } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { BALANCE_REFRESH, SIDEBAR } from "../../worker/contract/limits.ts";
import { rememberFirstSteps } from "../dashboard/first-steps.ts";
import { refreshBalanceEvery } from "../state/balance.ts";
import { openOverlay } from "../state/overlay.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useShortcuts } from "../state/shortcuts.ts";
import { foldChoice, foldSidebar } from "../state/storage/sidebar-fold.ts";
import { useSessionTimeout } from "../state/use-session-timeout.ts";
import { rememberPlaces } from "../trade-accounts/places-cookie.ts";
import { Stack } from "../ui/layout.tsx";
import { SkipLink } from "../ui/skip-link.ts";
import { useMedia } from "../ui/use-media.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Header, type HeaderLook } from "./header.tsx";
import { FrozenNotice, ZoneNotice } from "./notices.tsx";
import { Frame } from "./shell-frame.ts";
import { shellText } from "./shell-text.ts";
import { Sidebar, type SidebarFold } from "./sidebar.tsx";
import { SidebarOverlay } from "./sidebar-overlay.tsx";

/** Options of the shell. */
export type ShellLook = HeaderLook & {
  /** The page fills the window to its edges and sets its own margins. */
  isFlush?: boolean;
  /** The page needs the room: on all but wide screens the sidebar beside it is folded, until the trader unfolds it. */
  isTight?: boolean;
  /** Links past the head of the page to its parts, each with its own address and the id of its heading. */
  skips?: readonly { label: string; href: string; id: string }[];
};

type ShellProps = ShellLook & { children: ReactNode };

/** The frame of every signed-in screen: sidebar, header, balance polling and the session timeout. */
export function Shell({ isFlush = false, isTight = false, skips, children, ...header }: ShellProps) {
  const sidebar = useSidebar();
  const fold = useFold(isTight, sidebar.open);
  useEffect(() => refreshBalanceEvery(BALANCE_REFRESH.shellMs), []);
  useEffect(
    () =>
      effect(() => {
        rememberPlaces(user.value);
        rememberFirstSteps(user.value);
      }),
    [],
  );
  useSessionTimeout();
  const [, navigate] = useLocation();
  useShortcuts({
    palette: () => openOverlay("palette"),
    help: () => openOverlay("keys"),
    toDashboard: () => navigate(ROUTE.dashboard),
    toTrading: () => navigate(ROUTE.trading),
    toAccount: () => navigate(ROUTE.account),
    toPerformance: () => navigate(ROUTE.performance),
    toNotifications: () => navigate(ROUTE.notifications),
  });

  return (
    <Frame data-sidebar={sidebar.isBeside ? "beside" : "away"} data-tight={isTight}>
      <SkipLink href="#content">{shellText.skip}</SkipLink>
      {skips && (
        <nav data-skips="" aria-label={header.title}>
          {skips.map(({ label, href, id }) => (
            <Link key={href} href={href} asChild onClick={() => document.getElementById(id)?.focus()}>
              <SkipLink href={href}>{label}</SkipLink>
            </Link>
          ))}
        </nav>
      )}
      {sidebar.isBeside && (
        <div data-beside="">
          <Sidebar fold={fold} />
        </div>
      )}
      {sidebar.isOverlayOpen && <SidebarOverlay onClose={sidebar.close} />}
      <Stack minWidth={0}>
        <Header {...header} hasPerson={!sidebar.isBeside} />
        <main id="content" tabIndex={-1} data-flush={isFlush}>
          {!isFlush && <FrozenNotice />}
          {children}
          {!isFlush && <ZoneNotice />}
        </main>
      </Stack>
      {!sidebar.isBeside && <BottomBar onMore={sidebar.open} />}
    </Frame>
  );
}

/**
 * Whether the sidebar is beside the page, and whether it is open over it. Every resize decides again: beside it where
 * there is room, closed where there is not.
 */
function useSidebar(): { isBeside: boolean; isOverlayOpen: boolean; open: () => void; close: () => void } {
  const [isBeside, setIsBeside] = useState(hasRoomBeside);
  const [isOverlayOpen, setIsOverlayOpen] = useState(false);

  useEffect(() => {
    function onResize() {
      setIsBeside(hasRoomBeside());
      setIsOverlayOpen(false);
    }
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, []);

  return { isBeside, isOverlayOpen, open: () => setIsOverlayOpen(true), close: () => setIsOverlayOpen(false) };
}

function hasRoomBeside(): boolean {
  return window.innerWidth >= SIDEBAR.breakpointPx;
}

const ROOMY = `@media (min-width: ${SIDEBAR.roomyPx}px)` as const;
const WIDE = `@media (min-width: ${SIDEBAR.widePx}px)` as const;

/** How the sidebar beside the page is: as the trader has chosen, or folded because the page needs the room. */
function useFold(isTight: boolean, open: () => void): SidebarFold {
  useSignals();
  const isForced = !useMedia(ROOMY) && isTight;
  const isStandard = !useMedia(WIDE) && isTight;
  const isFolded = foldChoice.value ?? isStandard;
  if (isForced) return { isFolded: true, opensOver: true, onPress: open };
  return { isFolded, opensOver: false, onPress: () => foldSidebar(!isFolded) };
}
