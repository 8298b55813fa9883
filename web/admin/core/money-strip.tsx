import { styled } from "goober";
import { Money } from "../../ui/money.tsx";
import { media, type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "./admin-text.ts";

const Strip = styled("dl")`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: 8px 16px;
  margin: 0 -20px;
  padding: 10px 20px;
  background: var(--surface);
  border-block: 1px solid var(--line);
  & dt {
    ${type.caption}
    color: var(--muted);
    white-space: nowrap;
  }
  & dd {
    ${type.body}
    font-weight: 500;
    container-type: inline-size;
  }
  @media (max-width: 1439px) {
    grid-auto-flow: row;
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  ${media.phone} {
    margin: 0 -16px;
    padding: 10px 16px;
  }
`;

const text = ADMIN_TEXT.money;

type MoneyStripProps = {
  /** Dollars. */
  money: Record<"balance" | "held" | "deposited" | "withdrawn" | "tradingResult", number>;
  /** Shows the balance after all holds are paid out, for a decision about a withdrawal. */
  showsAfter?: boolean;
};

/** A trader's balance, holds, deposits, withdrawals and trading result. */
export function MoneyStrip({ money, showsAfter = false }: MoneyStripProps) {
  const { balance, held, deposited, withdrawn, tradingResult } = money;
  const sums = [
    [text.balance, balance],
    [text.held, held > 0 ? held : null],
    // Holds of open requests have left the balance already, so paying all of them leaves this much.
    ...(showsAfter ? [[text.after, balance, text.afterDetail] as const] : []),
    [text.deposited, deposited],
    [text.withdrawn, withdrawn],
  ] as const;
  return (
    <Strip className="num" aria-label={text.title}>
      {sums.map(([name, sum, detail]) => (
        <div key={name} title={detail}>
          <dt>{name}</dt>
          <dd>
            <Money usd={sum} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{text.trading}</dt>
        <dd>
          <Money usd={tradingResult} as="result" />
        </dd>
      </div>
    </Strip>
  );
}
