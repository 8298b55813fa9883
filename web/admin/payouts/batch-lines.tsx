import { styled } from "goober";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon, type IconGlyph, UsersRound } from "../../ui/icon.tsx";
import { Row, Text } from "../../ui/layout.tsx";
import { Money } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type ColourToken, media, type } from "../../ui/theme.ts";
import { ledgerPath } from "../ledger/ledger-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { reconciliationPath, shortDay } from "../reconciliation/reconciliation-address.ts";
import { ITEM_LOOK } from "./item-look.ts";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import type { BatchItem, ResultLine } from "./payout-calls.ts";
import { destinationOf, unmatchedWhy, withdrawalPath } from "./payout-words.ts";

/** A row of what is left to do: number, trader, why, sum, act. */
const Lines = styled("ul")`
  ${type.dense}
  max-height: 264px;
  overflow: auto;
  & > li {
    display: grid;
    grid-template-columns: 68px minmax(0, 0.6fr) minmax(0, 1.4fr) 76px 122px;
    align-items: center;
    gap: 0 8px;
    min-height: 36px;
    padding: 3px 20px;
  }
  & > li + li {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  & > li > * {
    min-width: 0;
  }
  & > li > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > li > small {
    color: var(--muted);
    font-size: inherit;
  }
  & > li > b {
    font-weight: 500;
    text-align: right;
  }
  & > li > div {
    display: flex;
    justify-content: flex-end;
    align-items: center;
    gap: 8px;
  }
  ${media.phone} {
    max-height: none;
    & > li {
      grid-template: "number trader sum" auto "why why act" auto / auto minmax(0, 1fr) auto;
      gap: 4px 8px;
      padding: 10px 16px;
    }
    & > li > b {
      grid-area: sum;
    }
    & > li > small {
      grid-area: why;
    }
    & > li > div {
      grid-area: act;
    }
  }
`;

const text = PAYOUT_ADMIN_TEXT;

type LineCardProps = { icon: IconGlyph; tone: ColourToken; title: string; note: string; children: ReactNode };

/** A card of items that something is left to do about. */
function LineCard({ icon, tone, title, note, children }: LineCardProps) {
  return (
    <Card isFlush>
      <Row
        as="header"
        wrap
        gap="0 12px"
        minHeight={36}
        pad="6px 20px"
        size="dense"
        surface="raised"
        line="bottom"
        phone={{ pad: "6px 16px" }}
      >
        <Icon of={icon} tone={tone} />
        <Text as="h3" size="dense" weight={600} grow="1 0 auto" maxWidth="calc(100% - 28px)">
          {title}
        </Text>
        <Text as="span" tone="muted">
          {note}
        </Text>
      </Row>
      <Lines aria-label={title}>{children}</Lines>
    </Card>
  );
}

type ItemLineProps = { item: BatchItem; why: string; children: ReactNode };

function ItemLine({ item: { withdrawalId, number, trader, amount }, why, children }: ItemLineProps) {
  return (
    <li>
      <TextLink href={withdrawalPath(withdrawalId)} tone="quiet">
        {number}
      </TextLink>
      <span title={trader}>{trader}</span>
      <small title={why}>{why}</small>
      <b>
        <Money usd={amount} />
      </b>
      <div>{children}</div>
    </li>
  );
}

type BouncedProps = { items: readonly BatchItem[]; isOperator: boolean; onReturn: (item: BatchItem) => void };

/** What the bank has sent back: two operators return each to its trader. */
export function Bounced({ items, isOperator, onReturn }: BouncedProps) {
  return (
    <LineCard {...ITEM_LOOK.bounced} title={text.bouncedTitle} note={text.bouncedNote}>
      {items.map((item) => (
        <ItemLine key={item.withdrawalId} item={item} why={item.reason ?? ""}>
          <ReturnStep item={item} isOperator={isOperator} onReturn={onReturn} />
        </ItemLine>
      ))}
    </LineCard>
  );
}

function ReturnStep({ item, isOperator, onReturn }: Omit<BouncedProps, "items"> & { item: BatchItem }) {
  const { number, returnAct } = item;
  if (returnAct === null) {
    return isOperator ? (
      <Button size="dense" aria-label={`${text.return(1)}: ${number}`} onClick={() => onReturn(item)}>
        {text.return(1)}
      </Button>
    ) : null;
  }
  const act = itemPath(ledgerPath("books"), returnAct._id);
  if (isOperator && !returnAct.isYours) {
    return (
      <ButtonLink size="dense" href={act} aria-label={`${text.return(2)}: ${number}`}>
        {text.return(2)}
      </ButtonLink>
    );
  }
  return (
    <Row as="span" gap={6} tone="warn" breaks="never">
      <Icon of={UsersRound} />
      <TextLink href={act} tone="quiet">
        {text.returned}
      </TextLink>
    </Row>
  );
}

type UnmatchedProps = {
  items: readonly BatchItem[];
  lines: readonly ResultLine[];
  done: number;
  isOperator: boolean;
  /** The day of the bank's answer, `YYYY-MM-DD`. */
  day: string;
  onAct: (act: "match" | "compare", item: BatchItem) => void;
};

/** What the result does not say clearly: nothing is completed. */
export function Unmatched({ items, lines, done, isOperator, day, onAct }: UnmatchedProps) {
  return (
    <LineCard {...ITEM_LOOK.unmatched} title={text.unmatchedTitle} note={text.unmatchedNote(done)}>
      {items.map((item) => {
        const candidate = lines.find(({ candidates }) => candidates.includes(item.withdrawalId));
        const act = candidate && isOperator && item.isYours ? "match" : "compare";
        const label = act === "match" ? text.match : text.compare;
        return (
          <ItemLine key={item.withdrawalId} item={item} why={unmatchedWhy(item, candidate)}>
            <Button size="dense" aria-label={`${label}: ${item.number}`} onClick={() => onAct(act, item)}>
              {label}
            </Button>
          </ItemLine>
        );
      })}
      <li>
        <small style={{ gridColumn: "1 / -2" }}>{text.openLines(shortDay(day))}</small>
        <div>
          <TextLink href={reconciliationPath({ day, is: "open" })} tone="quiet">
            {text.openLink}
          </TextLink>
        </div>
      </li>
    </LineCard>
  );
}

type WithBankProps = { items: readonly BatchItem[]; isOperator: boolean; onTakeBack: (item: BatchItem) => void };

/** What the bank has said nothing about. */
export function WithBank({ items, isOperator, onTakeBack }: WithBankProps) {
  return (
    <LineCard {...ITEM_LOOK.with_bank} title={text.withBankTitle} note={text.withBankNote}>
      {items.map((item) => (
        <ItemLine key={item.withdrawalId} item={item} why={destinationOf(item)}>
          {isOperator &&
            (item.canTakeBack ? (
              <Button
                size="dense"
                variant="plain"
                aria-label={`${text.takeBack}: ${item.number}`}
                onClick={() => onTakeBack(item)}
              >
                {text.takeBack}
              </Button>
            ) : (
              <TextLink
                href={withdrawalPath(item.withdrawalId)}
                tone="accent"
                aria-label={`${text.reject}: ${item.number}`}
              >
                {text.reject}
              </TextLink>
            ))}
        </ItemLine>
      ))}
    </LineCard>
  );
}
