import { styled } from "goober";
import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { formatCount, formatDate, formatDateTime, formatSum } from "../../ui/format.ts";
import { Grid, Row, Text } from "../../ui/layout.tsx";
import { TableGrid } from "../../ui/list/table.tsx";
import { Logo } from "../../ui/logo.tsx";
import { media } from "../../ui/theme.ts";
import type { CurrencyReport, MonthReport, MonthShown } from "../month-close/month-calls.ts";
import { monthName } from "../month-close/month-names.ts";
import { MONTH_ADMIN_TEXT } from "../month-close/month-text.ts";
import { BANK_TERM_TEXT } from "./bank-term-text.ts";
import type { TransferKind } from "./ledger-calls.ts";
import { accountName } from "./ledger-names.ts";
import { MONTH_REPORT_TEXT } from "./month-report-text.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

const text = MONTH_REPORT_TEXT;

const Scroller = styled("div")`
  margin: 0 -20px;
  overflow-x: auto;
  ${media.phone} {
    margin: 0 -16px;
  }
  ${media.print} {
    margin: 0;
    overflow: visible;
  }
`;

/** A table that is as wide as the paper, and breaks between its rows. */
const PaperTable = styled(TableGrid)`
  --table-row: 32px;
  width: 100%;
  & th {
    text-align: left;
  }
  & th[data-align="right"] {
    text-align: right;
  }
  & td,
  & tbody th {
    white-space: normal;
  }
  & td[data-align="right"] {
    white-space: nowrap;
  }
  ${media.phone} {
    & tbody th {
      padding-block: 6px;
    }
  }
  ${media.print} {
    --table-row: 22px;
    & tr {
      break-inside: avoid;
    }
    && th,
    && td {
      padding: 0 0 0 8px;
      font-size: 11px;
    }
    && th:first-child,
    && td:first-child {
      padding-left: 0;
    }
    & thead th {
      position: static;
      background: none;
    }
  }
`;

/** On paper the report has no frame. */
const Paper = styled("div")`
  ${media.print} {
    & > article {
      padding: 0;
      border: 0;
    }
    & [data-part] {
      break-inside: avoid;
    }
    & [data-copy] {
      display: none;
    }
  }
`;

/** The report of a month on one page. */
export function MonthPaper({ shown, timeZone }: { shown: MonthShown; timeZone: string }) {
  const { report, close, digest } = shown;
  const isSealed = close?.state === "sealed";
  const by = (name: string | null, at: string | null) => at && `${name ?? ""}, ${formatDateTime(at, timeZone)}`;
  return (
    <Paper>
      <Card as="article" aria-labelledby="month-heading" pad={32} phone={{ pad: "20px 16px" }}>
        <Row as="header" justify="space-between" gap={16} pad="0 0 20px">
          <Logo height={28} />
          <Text as="h2" id="month-heading" weight={500}>
            {text.heading}, {monthName(report.month)}
          </Text>
        </Row>
        <Grid columns={2} gap="0 32px" pad="0 0 8px" phone={{ columns: 1 }}>
          <Facts
            facts={[
              { name: text.period, value: text.between(dateOf(report.firstDay), dateOf(report.lastDay)) },
              { name: text.zone, value: report.timeZone.replaceAll("_", " ") },
              { name: text.before, value: report.before === null ? text.firstMonth : report.before.slice(0, 16) },
            ]}
          />
          <Facts
            facts={[
              { name: text.status, value: !isSealed && text.notSealed },
              { name: text.preparedBy, value: close && by(close.preparedBy, close.preparedAt) },
              { name: text.sealedBy, value: close && by(close.sealedBy, close.sealedAt) },
            ]}
          />
        </Grid>
        <Row gap={4} size="caption" tone="muted">
          <Text as="span" breaks="anywhere">
            {MONTH_ADMIN_TEXT.digest} {digest}
          </Text>
          <span data-copy="">
            <CopyButton text={digest} what={MONTH_ADMIN_TEXT.copyDigest} />
          </span>
        </Row>
        {report.currencies.map((currency) => (
          <CurrencyParts key={currency.currency} of={currency} timeZone={report.timeZone} />
        ))}
        {report.foundLater.length > 0 && <FoundLater found={report.foundLater} />}
      </Card>
    </Paper>
  );
}

function CurrencyParts({ of, timeZone }: { of: CurrencyReport; timeZone: string }) {
  const { currency, clients, accounts, bank, open } = of;
  const sum = (amount: number) => formatSum(amount, currency, "always");
  const signed = (amount: number) => (amount > 0 ? `+${sum(amount)}` : sum(amount));
  const waiting = open.filter(({ count }) => count > 0);
  return (
    <>
      <Part title={text.clients(currency)}>
        <Sums>
          <thead>
            <Heads heads={[text.kind, text.count, text.moved, text.effect]} />
          </thead>
          <tbody className="num">
            <tr data-strong="true">
              <th scope="row">{text.opening}</th>
              <td />
              <td />
              <td data-align="right">{sum(clients.opening)}</td>
            </tr>
            {clients.flows.map(({ kind, count, moved, clients: effect }) => (
              <tr key={kind}>
                <th scope="row">{kindName(kind)}</th>
                <td data-align="right">{formatCount(count)}</td>
                <td data-align="right">{sum(moved)}</td>
                <td data-align="right">{signed(effect)}</td>
              </tr>
            ))}
            {clients.flows.length === 0 && (
              <tr>
                <td colSpan={4}>{text.noFlows}</td>
              </tr>
            )}
            <tr data-strong="true">
              <th scope="row">{text.closing}</th>
              <td />
              <td />
              <td data-align="right">{sum(clients.closing)}</td>
            </tr>
          </tbody>
        </Sums>
      </Part>
      {accounts.length > 0 && (
        <Part title={text.accounts(currency)}>
          <Sums>
            <thead>
              <Heads heads={[text.account, text.opening, text.change, text.closing]} />
            </thead>
            <tbody className="num">
              {accounts.map(({ account, opening, change, closing }) => (
                <tr key={account}>
                  <th scope="row">{accountText(account)}</th>
                  <td data-align="right">{sum(opening)}</td>
                  <td data-align="right">{signed(change)}</td>
                  <td data-align="right">{sum(closing)}</td>
                </tr>
              ))}
            </tbody>
          </Sums>
        </Part>
      )}
      <Part title={text.bank(currency)}>
        {bank === null ? (
          <Text size="dense" tone="muted">
            {text.noBank}
          </Text>
        ) : (
          <Sums>
            <tbody className="num">
              {bank.accounts.map(({ account, balance, lastLineAt }) => (
                <tr key={account}>
                  <th scope="row">
                    {account}
                    {lastLineAt && (
                      <Text as="span" size="caption" tone="muted" weight={400}>
                        {" "}
                        {text.lastLine(formatDateTime(lastLineAt, timeZone))}
                      </Text>
                    )}
                  </th>
                  <td data-align="right">{balance === null ? text.noBalance : sum(balance)}</td>
                </tr>
              ))}
              <SumRow name={text.bankTotal} value={sum(bank.balance)} />
              <SumRow name={text.clientTotal} value={sum(clients.closing)} />
              <SumRow name={text.difference} value={signed(bank.difference)} />
              {bank.terms.map(({ kind, count, amount }) => (
                <tr key={kind}>
                  <th scope="row">
                    {BANK_TERM_TEXT[kind]}
                    {count > 0 && ` (${formatCount(count)})`}
                  </th>
                  <td data-align="right">{signed(amount)}</td>
                </tr>
              ))}
              <SumRow name={text.notExplained} value={signed(bank.notExplained)} />
            </tbody>
          </Sums>
        )}
      </Part>
      <Part title={text.open(currency)}>
        {waiting.length === 0 ? (
          <Text size="dense" tone="muted">
            {text.nothingOpen}
          </Text>
        ) : (
          <Sums>
            <tbody className="num">
              {waiting.map(({ what, count, amount }) => (
                <tr key={what}>
                  <th scope="row">{text.openKind[what]}</th>
                  <td data-align="right">{formatCount(count)}</td>
                  <td data-align="right">{signed(amount)}</td>
                </tr>
              ))}
            </tbody>
          </Sums>
        )}
      </Part>
    </>
  );
}

function FoundLater({ found }: { found: MonthReport["foundLater"] }) {
  return (
    <Part title={text.found} lead={text.foundLead}>
      <Sums>
        <thead>
          <Heads heads={[text.kind, text.count, text.sum]} />
        </thead>
        <tbody className="num">
          {found.map(({ what, ofMonth, currency, count, amount }) => (
            <tr key={`${what} ${ofMonth} ${currency}`}>
              <th scope="row">{text.foundWhat(foundName(what), monthName(ofMonth))}</th>
              <td data-align="right">{formatCount(count)}</td>
              <td data-align="right">{formatSum(amount, currency, "always")}</td>
            </tr>
          ))}
        </tbody>
      </Sums>
    </Part>
  );
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section data-part="">
      <Text as="h3" size="dense" weight={600} pad="24px 0 4px">
        {title}
      </Text>
      {lead !== undefined && (
        <Text size="caption" tone="muted" pad="0 0 4px">
          {lead}
        </Text>
      )}
      {children}
    </section>
  );
}

/** A table of the report, as wide as the card around it. */
function Sums({ children }: { children: ReactNode }) {
  return (
    <Scroller>
      <PaperTable>{children}</PaperTable>
    </Scroller>
  );
}

/** The heads of a table: the first of a name, the others of figures. */
function Heads({ heads }: { heads: readonly string[] }) {
  return (
    <tr>
      {heads.map((head, place) => (
        <th key={head} scope="col" data-align={place === 0 ? undefined : "right"}>
          {head}
        </th>
      ))}
    </tr>
  );
}

function SumRow({ name, value }: { name: string; value: string }) {
  return (
    <tr data-strong="true">
      <th scope="row">{name}</th>
      <td data-align="right">{value}</td>
    </tr>
  );
}

function dateOf(day: string): string {
  return formatDate(`${day}T00:00:00Z`, "UTC");
}

/** A sealed report may have a kind that this version does not know any more. */
function kindName(kind: string): string {
  // The names of the kinds of transfers.
  return kind in TRANSFER_ADMIN_TEXT.kinds ? TRANSFER_ADMIN_TEXT.kinds[kind as TransferKind] : kind;
}

function foundName(what: string): string {
  if (what === "line_in") return text.lineIn;
  return what === "line_out" ? text.lineOut : kindName(what);
}

function accountText(account: string): string {
  return account in text.traders ? text.traders[account as keyof typeof text.traders] : accountName(account);
}
