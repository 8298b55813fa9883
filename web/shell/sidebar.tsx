import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Link, useLocation } from "wouter";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { logOut, user } from "../state/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import {
  ChartCandlestick,
  ChartNoAxesCombined,
  Icon,
  type IconGlyph,
  LayoutDashboard,
  LogOut,
  Settings,
  UserRound,
  Wallet,
} from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { shellText } from "./shell-text.ts";

const Column = styled("div")`
  display: flex;
  flex-direction: column;
  height: 100%;
  background: var(--surface);
  border-right: 1px solid var(--line);
  overflow-y: auto;
  & [data-item] {
    ${type.body}
    position: relative;
    display: flex;
    align-items: center;
    gap: 12px;
    width: 100%;
    min-height: 36px;
    padding: 0 12px;
    border-radius: var(--radius-control);
    color: var(--muted);
    font-weight: 500;
    transition: color var(--motion), background-color var(--motion);
  }
  & [data-item]:hover {
    color: var(--text);
    background: ${tint("text", 5)};
  }
  & [data-item]:focus-visible {
    outline-offset: -2px;
  }
  & [data-item][aria-current="page"] {
    color: var(--text);
    background: var(--raised);
  }
  & [aria-current="page"]::before {
    content: "";
    position: absolute;
    inset: 8px auto 8px 0;
    width: 2px;
    border-radius: 1px;
    background: var(--accent);
  }
  & [aria-current="page"] > svg {
    color: var(--accent);
  }
  ${media.touch} {
    & [data-item] {
      min-height: 44px;
    }
  }
`;

type SidebarProps = {
  /** Called when an item was chosen. */
  onChoose?: () => void;
};

/** Brand, navigation and, once it is known who is signed in, log-out and the person; beside the page and over it. */
export function Sidebar({ onChoose }: SidebarProps) {
  useSignals();
  const [path] = useLocation();
  return (
    <Column>
      <Row grow={false} height={64} pad="0 24px" phone={{ height: 56 }}>
        <Link href={ROUTE.dashboard} onClick={() => onChoose?.()}>
          <Logo height={24} />
        </Link>
      </Row>
      <Box as="nav" grow pad="8px 12px" aria-label={shellText.navigation}>
        <Stack as="ul" gap={2}>
          {NAVIGATION.map((place) => (
            <li key={place.href}>
              <Item place={place} isCurrent={isCurrentPlace(place, path)} onChoose={onChoose} />
            </li>
          ))}
        </Stack>
      </Box>
      {user.value && (
        <Box as="section" grow={false} pad="8px 12px 12px" aria-label={shellText.you}>
          <button type="button" data-item="" onClick={() => void logOut()}>
            <Icon of={LogOut} size={20} />
            {shellText.logOut}
          </button>
          <PersonLine person={user.value} />
        </Box>
      )}
    </Column>
  );
}

type ItemProps = { place: NavigationItem; isCurrent: boolean; onChoose: (() => void) | undefined };

function Item({ place, isCurrent, onChoose }: ItemProps) {
  return (
    <Link href={place.href} asChild onClick={() => onChoose?.()}>
      <a data-item="" href={place.href} aria-current={isCurrent ? "page" : undefined}>
        <Icon of={place.icon} size={20} />
        {place.label}
      </a>
    </Link>
  );
}

function PersonLine({ person }: { person: User }) {
  return (
    <Row gap={12} margin="8px 0 0" pad="16px 12px 4px" line="top">
      <Avatar person={person} />
      <Stack minWidth={0} breaks="anywhere">
        <Text as="b" size="dense">
          {person.username || person.name}
        </Text>
        <Text as="span" size="caption" tone="muted">
          <MailAddress of={person.email} />
        </Text>
      </Stack>
    </Row>
  );
}

/** One item of the sidebar. */
type NavigationItem = { href: string; label: string; icon: IconGlyph; roots: readonly string[] };

const { items } = shellText;

/** The sidebar's items in display order; `roots` are the paths under which an item is the current one. */
export const NAVIGATION: readonly NavigationItem[] = [
  { href: ROUTE.dashboard, label: items.dashboard, icon: LayoutDashboard, roots: [ROUTE.dashboard] },
  { href: ROUTE.account, label: items.account, icon: Wallet, roots: [ROUTE.account] },
  { href: ROUTE.trading, label: items.trading, icon: ChartCandlestick, roots: [ROUTE.trading, ROUTE.watchlist] },
  { href: ROUTE.performance, label: items.performance, icon: ChartNoAxesCombined, roots: [ROUTE.performance] },
  { href: ROUTE.profile, label: items.profile, icon: UserRound, roots: [ROUTE.profile] },
  { href: ROUTE.settings, label: items.settings, icon: Settings, roots: [ROUTE.settings] },
];

/** Whether a path belongs to an item. */
export function isCurrentPlace(item: NavigationItem, path: string): boolean {
  const lower = path.toLowerCase();
  return item.roots.some((root) => lower === root || lower.startsWith(`${root}/`));
}
