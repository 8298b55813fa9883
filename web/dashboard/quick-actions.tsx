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
import { ItemText, Tile } from "../ui/item.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { tint } from "../ui/theme.ts";
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

/** A whole line that is a link, wider than its text so that the edge of its hover keeps a distance. */
const Line = styled("a")`
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
`;

/**
 * The most frequent actions, beside the trades. On phones the balance card has them as buttons, and only the link to
 * the identity verification is shown here.
 * @param isVerifiable the user may upload an ID card: none is verified or under review
 */
export function QuickActions({ isVerifiable }: { isVerifiable: boolean }) {
  return (
    <Card aria-labelledby="quick-actions" pad="20px 20px 12px" phone={{ pad: "8px 16px", isHidden: !isVerifiable }}>
      <Text as="h2" id="quick-actions" margin="0 0 8px" showOn="wide">
        {text.quickActions}
      </Text>
      <ul>
        {ACTIONS.map((action) => (
          <Box as="li" key={action.href} showOn="wide">
            <ActionLine {...action} />
          </Box>
        ))}
        {isVerifiable && (
          <li>
            <ActionLine {...VERIFY} />
          </li>
        )}
      </ul>
    </Card>
  );
}

function ActionLine({ href, label, note, icon, isFirst = false }: Action) {
  return (
    <Link href={href} asChild>
      <Line href={href}>
        <Tile icon={icon} tone={isFirst ? "accent" : "edged"} />
        <ItemText title={label} note={note} />
        <Icon of={ChevronRight} tone="muted" />
      </Line>
    </Link>
  );
}

/** The same three actions as buttons, for phones. */
export function QuickButtons() {
  return (
    <Row showOn="phone" gap={8} margin="20px 0 0" each="1 1 auto">
      {ACTIONS.map(({ href, label, icon, isFirst = false }) => (
        <ButtonLink
          key={href}
          href={href}
          size="touch"
          variant={isFirst ? "accent" : "neutral"}
          icon={icon}
          style={{ paddingInline: 8 }}
        >
          {label}
        </ButtonLink>
      ))}
    </Row>
  );
}
