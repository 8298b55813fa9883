import { styled } from "goober";
import { Link, useLocation } from "wouter";
import { ROUTE } from "../state/routes.ts";
import { ChartCandlestick, ChartNoAxesCombined, House, Icon, type IconGlyph, Menu, Wallet } from "../ui/icon.tsx";
import { layer, media, type } from "../ui/theme.ts";
import { shellText } from "./shell-text.ts";
import { isCurrentPlace, NAVIGATION } from "./sidebar.tsx";

/** In every document, as none of them knows its width. */
const Bar = styled("nav")`
  ${type.caption}
  position: fixed;
  inset: auto 0 0;
  z-index: ${layer.header};
  display: grid;
  grid-template-columns: repeat(5, minmax(0, 1fr));
  height: var(--bottom-bar);
  padding: 0 8px env(safe-area-inset-bottom);
  background: var(--surface);
  border-top: 1px solid var(--line);
  & > * {
    position: relative;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 4px;
    border-radius: var(--radius-control);
    color: var(--muted);
    font-weight: 500;
  }
  & > :focus-visible {
    outline-offset: -2px;
  }
  & > [aria-current="page"] {
    color: var(--text);
  }
  & > [aria-current="page"]::before {
    content: "";
    position: absolute;
    inset: -1px 50% auto;
    width: 32px;
    height: 2px;
    margin-left: -16px;
    background: var(--accent);
  }
  ${media.desktop} {
    display: none;
  }
  ${media.print} {
    display: none;
  }
`;

const { bottom } = shellText;

const PLACES: readonly { href: string; label: string; icon: IconGlyph }[] = [
  { href: ROUTE.dashboard, label: bottom.home, icon: House },
  { href: ROUTE.trading, label: bottom.trade, icon: ChartCandlestick },
  { href: ROUTE.account, label: bottom.account, icon: Wallet },
  { href: ROUTE.performance, label: bottom.performance, icon: ChartNoAxesCombined },
];

/**
 * The bar at the bottom of narrow screens: the places that are opened most, and the sidebar with the rest.
 * @param props.onMore null while nothing can be opened yet
 */
export function BottomBar({ onMore }: { onMore: (() => void) | null }) {
  const [path] = useLocation();
  const current = NAVIGATION.find((item) => isCurrentPlace(item, path))?.href;
  return (
    <Bar aria-label={shellText.sections} data-bar="bottom">
      {PLACES.map(({ href, label, icon }) => (
        <Link key={href} href={href} asChild>
          <a href={href} aria-current={href === current ? "page" : undefined}>
            <Icon of={icon} size={20} />
            {label}
          </a>
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" aria-disabled={onMore === null} onClick={() => onMore?.()}>
        <Icon of={Menu} size={20} />
        {bottom.more}
      </button>
    </Bar>
  );
}
