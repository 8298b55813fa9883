import { styled } from "goober";
import { type ReactNode, useEffect } from "react";
import { BALANCE_REFRESH, SIDEBAR } from "../../worker/contract/limits.ts";
import { TimeZoneNotice } from "../profile/time-zone-notice.tsx";
import { refreshBalanceEvery } from "../state/balance.ts";
import { useSessionTimeout } from "../state/use-session-timeout.ts";
import { SkipLink } from "../ui/skip-link.ts";
import { media } from "../ui/theme.ts";
import { FrozenNotice } from "./frozen-notice.tsx";
import { Header, type HeaderLook } from "./header.tsx";
import { shellText } from "./shell-text.ts";
import { Sidebar } from "./sidebar.tsx";
import { SidebarOverlay } from "./sidebar-overlay.tsx";
import { useSidebar } from "./use-sidebar.ts";

const Frame = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-height: 100dvh;
  &[data-sidebar="beside"] {
    grid-template-columns: ${SIDEBAR.widthPx}px minmax(0, 1fr);
  }
  ${media.print} {
    &[data-sidebar="beside"] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

const Beside = styled("div")`
  position: sticky;
  top: 0;
  height: 100dvh;
  ${media.print} {
    display: none;
  }
`;

const Page = styled("div")`
  display: flex;
  flex-direction: column;
  min-width: 0;
`;

const Content = styled("main")`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-width: 0;
  outline: none;
  &[data-flush="false"] {
    width: 100%;
    max-width: 1440px;
    margin: 0 auto;
    padding: 24px;
  }
  ${media.phone} {
    &[data-flush="false"] {
      padding: 16px;
    }
  }
  ${media.print} {
    &[data-flush="false"] {
      padding: 0;
    }
  }
`;

/** Options of the shell. */
export type ShellLook = HeaderLook & {
  /** The page fills the window to its edges and sets its own margins. */
  isFlush?: boolean;
};

/** The frame of every signed-in screen: sidebar, header, balance polling and the session timeout. */
export function Shell({ isFlush = false, children, ...header }: ShellLook & { children: ReactNode }) {
  const sidebar = useSidebar();
  useEffect(() => refreshBalanceEvery(BALANCE_REFRESH.shellMs), []);
  useSessionTimeout();

  return (
    <Frame data-sidebar={sidebar.isOpen && !sidebar.isOver ? "beside" : "away"}>
      <SkipLink href="#content">{shellText.skip}</SkipLink>
      {sidebar.isOpen && !sidebar.isOver && (
        <Beside>
          <Sidebar />
        </Beside>
      )}
      {sidebar.isOpen && sidebar.isOver && <SidebarOverlay onClose={sidebar.close} />}
      <Page>
        <Header {...header} onMenu={sidebar.isOver ? sidebar.open : null} />
        <Content id="content" tabIndex={-1} data-flush={isFlush}>
          {!isFlush && <FrozenNotice />}
          {!isFlush && <TimeZoneNotice />}
          {children}
        </Content>
      </Page>
    </Frame>
  );
}
