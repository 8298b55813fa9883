import { styled } from "goober";
import { Link } from "wouter";
import { NEW_DEPOSIT, ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  ChartCandlestick,
  ChevronRight,
  Icon,
  type IconGlyph,
  IdCard,
} from "../ui/icon.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { dashboardText as text } from "./dashboard-text.ts";

type Action = { href: string; label: string; note: string; icon: IconGlyph; isFirst?: boolean };

const { actions } = text;

const ACTIONS: readonly Action[] = [
  {
    href: NEW_DEPOSIT,
    label: actions.deposit,
    note: actions.depositNote,
    icon: ArrowDownToLine,
    isFirst: true,
  },
  { href: ROUTE.accountWithdraw, label: actions.withdraw, note: actions.withdrawNote, icon: ArrowUpFromLine },
  { href: ROUTE.tradingOrders, label: actions.trade, note: actions.tradeNote, icon: ChartCandlestick },
];

const VERIFY: Action = { href: ROUTE.profile, label: actions.verify, note: actions.verifyNote, icon: IdCard };

const Rail = styled(Card)`
  padding-bottom: 12px;
  & > h2 {
    ${type.body}
    font-weight: 600;
    margin-bottom: 8px;
  }
  ${media.phone} {
    padding: 8px 16px;
    & > h2,
    & li:not([data-phone="shown"]),
    &[data-phone="hidden"] {
      display: none;
    }
  }
`;

const Row = styled("a")`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 56px;
  margin: 0 -8px;
  padding: 0 8px;
  border-radius: var(--radius-control);
  transition: background-color var(--motion);
  &:hover {
    background: ${tint("text", 4)};
  }
  & > svg {
    color: var(--muted);
  }
`;

const Tile = styled("span")`
  display: grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  &[data-first="true"] {
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
  }
`;

const Labels = styled("span")`
  flex: 1;
  min-width: 0;
  & > b {
    ${type.body}
    display: block;
    font-weight: 500;
  }
  & > span {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
`;

/**
 * The most frequent actions, beside the trades. On phones the balance card has them as buttons, and only the link to
 * the identity verification is shown here.
 * @param isVerifiable the user may upload an ID card: none is verified or under review
 */
export function QuickActions({ isVerifiable }: { isVerifiable: boolean }) {
  return (
    <Rail aria-labelledby="quick-actions" data-phone={isVerifiable ? "shown" : "hidden"}>
      <h2 id="quick-actions">{text.quickActions}</h2>
      <ul>
        {ACTIONS.map((action) => (
          <li key={action.href}>
            <ActionRow {...action} />
          </li>
        ))}
        {isVerifiable && (
          <li data-phone="shown">
            <ActionRow {...VERIFY} />
          </li>
        )}
      </ul>
    </Rail>
  );
}

function ActionRow({ href, label, note, icon, isFirst = false }: Action) {
  return (
    <Link href={href} asChild>
      <Row href={href}>
        <Tile data-first={isFirst}>
          <Icon of={icon} />
        </Tile>
        <Labels>
          <b>{label}</b>
          <span>{note}</span>
        </Labels>
        <Icon of={ChevronRight} />
      </Row>
    </Link>
  );
}

const Buttons = styled("div")`
  display: none;
  gap: 8px;
  margin-top: 20px;
  & > a[data-size] {
    flex: 1 1 auto;
    padding: 0 8px;
  }
  ${media.phone} {
    display: flex;
  }
`;

/** The same three actions as buttons, for phones. */
export function QuickButtons() {
  return (
    <Buttons>
      {ACTIONS.map(({ href, label, icon, isFirst = false }) => (
        <ButtonLink key={href} href={href} size="touch" variant={isFirst ? "accent" : "neutral"} icon={icon}>
          {label}
        </ButtonLink>
      ))}
    </Buttons>
  );
}
