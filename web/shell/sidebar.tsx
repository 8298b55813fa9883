import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Link, useLocation } from "wouter";
import { SIDEBAR } from "../../worker/contract/limits.ts";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { logOut, user } from "../state/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import {
  Bell,
  ChartCandlestick,
  ChartNoAxesCombined,
  Icon,
  type IconGlyph,
  LayoutDashboard,
  LogOut,
  PanelLeftClose,
  PanelLeftOpen,
  Settings,
  UserRound,
  Wallet,
} from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { Tooltip } from "../ui/tooltip.tsx";
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
  ${media.touch} {
    & [data-item] {
      min-height: 44px;
    }
  }
  /* The place of a tooltip. */
  & :has(> [data-item]) {
    display: flex;
  }
  /* Folded: the words are for screen readers, and of the logo there is the symbol. */
  @container (max-width: ${SIDEBAR.foldedPx}px) {
    & [data-item] {
      min-height: 40px;
      padding: 0 10px;
    }
    & [data-word] {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    & [aria-current="page"]::before {
      left: -12px;
    }
    & [data-person] {
      padding-inline: 2px;
    }
    & [data-brand] {
      width: 16px;
      margin: 0 auto;
      overflow: hidden;
    }
  }
`;

/** Whether the sidebar is folded to its icons, and the button that changes it. */
export type SidebarFold = {
  isFolded: boolean;
  /** The button opens the whole sidebar over the page, where there is no room to unfold it. */
  opensOver: boolean;
  onPress: () => void;
};

type SidebarProps = {
  /** Where the sidebar is beside the page. */
  fold?: SidebarFold;
  /** Called when an item was chosen. */
  onChoose?: () => void;
};

/** Brand, navigation and, once it is known who is signed in, log-out and the person; beside the page and over it. */
export function Sidebar({ fold, onChoose }: SidebarProps) {
  useSignals();
  const [path] = useLocation();
  const isFolded = fold?.isFolded ?? false;
  return (
    <Column>
      <Row grow={false} height={64} pad="0 24px" phone={{ height: 56 }}>
        <Link href={ROUTE.dashboard} data-brand="" onClick={() => onChoose?.()}>
          <Logo height={24} />
        </Link>
      </Row>
      <Box as="nav" grow pad="8px 12px" aria-label={shellText.navigation}>
        <Stack as="ul" gap={2}>
          {NAVIGATION.map((place) => (
            <li key={place.href}>
              <Item place={place} isCurrent={isCurrentPlace(place, path)} isFolded={isFolded} onChoose={onChoose} />
            </li>
          ))}
        </Stack>
      </Box>
      {user.value && (
        <Box as="section" grow={false} pad="8px 12px 12px" aria-label={shellText.you}>
          {fold ? (
            <FoldButton {...fold} />
          ) : (
            <Item place={LIST} isCurrent={isCurrentPlace(LIST, path)} isFolded={false} onChoose={onChoose} />
          )}
          <Tooltip content={isFolded ? shellText.logOut : null} side="right">
            <button type="button" data-item="" onClick={() => void logOut()}>
              <Icon of={LogOut} size={20} />
              <span data-word="">{shellText.logOut}</span>
            </button>
          </Tooltip>
          <PersonLine person={user.value} />
        </Box>
      )}
    </Column>
  );
}

type ItemProps = {
  place: NavigationItem;
  isCurrent: boolean;
  isFolded: boolean;
  onChoose: (() => void) | undefined;
};

function Item({ place, isCurrent, isFolded, onChoose }: ItemProps) {
  return (
    <Tooltip content={isFolded ? place.label : null} side="right">
      <Link href={place.href} data-item="" aria-current={isCurrent ? "page" : undefined} onClick={() => onChoose?.()}>
        <Icon of={place.icon} size={20} tone={isCurrent ? "accent" : undefined} />
        <span data-word="">{place.label}</span>
      </Link>
    </Tooltip>
  );
}

function FoldButton({ isFolded, opensOver, onPress }: SidebarFold) {
  const label = opensOver ? shellText.openNavigation : isFolded ? shellText.unfold : shellText.fold;
  return (
    <Tooltip content={isFolded ? label : null} side="right">
      <button
        type="button"
        data-item=""
        aria-expanded={opensOver ? undefined : !isFolded}
        aria-haspopup={opensOver ? "dialog" : undefined}
        onClick={onPress}
      >
        <Icon of={isFolded ? PanelLeftOpen : PanelLeftClose} size={20} />
        <span data-word="">{label}</span>
      </button>
    </Tooltip>
  );
}

function PersonLine({ person }: { person: User }) {
  return (
    <Row gap={12} margin="8px 0 0" pad="16px 12px 4px" line="top" data-person="">
      <Avatar person={person} />
      <Stack minWidth={0} breaks="anywhere" data-word="">
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

/** Among them where the sidebar is over the page: there, the header has no room for the bell. */
const LIST: NavigationItem = {
  href: ROUTE.notifications,
  label: shellText.titles.notifications,
  icon: Bell,
  roots: [ROUTE.notifications],
};

/** Whether a path belongs to an item. */
export function isCurrentPlace(item: NavigationItem, path: string): boolean {
  const lower = path.toLowerCase();
  return item.roots.some((root) => lower === root || lower.startsWith(`${root}/`));
}
