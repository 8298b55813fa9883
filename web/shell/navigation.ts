import { ROUTE } from "../state/routes.ts";
import {
  ChartCandlestick,
  ChartNoAxesCombined,
  type IconGlyph,
  LayoutDashboard,
  Settings,
  UserRound,
  Wallet,
} from "../ui/icon.tsx";
import { shellText } from "./shell-text.ts";

/** One item of the sidebar. */
export type NavigationItem = { href: string; label: string; icon: IconGlyph; roots: readonly string[] };

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
export function isCurrent(item: NavigationItem, path: string): boolean {
  const lower = path.toLowerCase();
  return item.roots.some((root) => lower === root || lower.startsWith(`${root}/`));
}
