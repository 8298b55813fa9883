import { alertPriceText, windowText } from "../../contract/alert-notice.ts";
import { ALERT_NOTICE_TEXT as khmerAlerts } from "../../contract/alert-notice-text.km.ts";
import { ALERT_NOTICE_TEXT as englishAlerts } from "../../contract/alert-notice-text.ts";
import { formatUsd } from "../../contract/money.ts";
import { decimalText } from "../../contract/read-number.ts";
import { isFeedSymbol } from "../../contract/symbols.ts";
import { isoDate } from "../../contract/trade-calendar.ts";
import { forEachLanguage, joinLanguages, type Said, type Translated } from "../../contract/translated.ts";
import { withdrawalNumber } from "../../contract/withdrawal-number.ts";
import { composeContent, HELLO, type MailContent, type MailPart } from "../../platform/mail/compose-mail.ts";
import { formatMoment as khmerMoment } from "../../platform/moment-text.km.ts";
import { formatMoment as englishMoment } from "../../platform/moment-text.ts";
import type { SpanResults } from "../../trades/span-results.ts";
import { conditionOf } from "../notification-detail.ts";
import { DIGEST_MAIL_TEXT as khmer } from "./digest-mail-text.km.ts";
import { DIGEST_MAIL_TEXT as english } from "./digest-mail-text.ts";
import type { DigestPeriod, SentDigest } from "./digest-schedule.ts";

const TEXT = joinLanguages({ en: english, km: khmer });
const ALERT_TEXTS = { en: englishAlerts, km: khmerAlerts };
const MOMENTS = { en: englishMoment, km: khmerMoment };

/** What a digest says. Sums in cents. `run` null is the account of money. */
export type DigestFacts = {
  digest: SentDigest;
  timeZone: string;
  period: Pick<DigestPeriod, "first" | "last">;
  results: readonly (SpanResults & { run: number | null })[];
  /** How many price alerts are open, and the newest of them; `condition` as the database has it. */
  openAlerts: number;
  alerts: readonly { symbol: string; condition: string; state: string }[];
  deposits: readonly { amountCents: number; billNumber: string; expiresAtMs: number }[];
  withdrawals: readonly { number: number; amountCents: number; status: "pending" | "approved" }[];
  identity: "pending" | "rejected" | null;
};

/** Whether there is something to say: a result, an open alert, or something that waits. */
export function hasNews({ results, openAlerts, deposits, withdrawals, identity }: DigestFacts): boolean {
  return results.length + openAlerts + deposits.length + withdrawals.length > 0 || identity !== null;
}

/** The mail of a digest. @param stop the part by which it is ended */
export function digestMail(appOrigin: string, facts: DigestFacts, stop: MailPart): MailContent {
  const { digest, period, results } = facts;
  const [first, last] = [TEXT.date(isoDate(period.first)), TEXT.date(isoDate(period.last))];
  const run = results.findLast((result) => result.run !== null)?.run ?? null;
  return composeContent(digest === "daily" ? TEXT.subject.daily(last) : TEXT.subject.weekly(first, last), [
    HELLO,
    digest === "daily" ? TEXT.lead.daily(last) : TEXT.lead.weekly(first, last),
    { heading: TEXT.results },
    results.length === 0 ? TEXT.noTrades : { rows: results.map(resultRow) },
    ...section(TEXT.alerts(String(facts.openAlerts)), alertRows(facts)),
    ...section(TEXT.waiting, waitingRows(facts)),
    { link: `${appOrigin}/performance${run === null ? "" : `?account=run:${run}`}`, text: TEXT.performance },
    { link: `${appOrigin}/settings?tab=notifications`, text: TEXT.settings },
    stop,
  ]);
}

type Row = readonly [label: Said, value: Said];

function section(heading: Said, rows: readonly Row[]): MailPart[] {
  return rows.length === 0 ? [] : [{ heading }, { rows }];
}

function resultRow({ run, resultCents, trades, tradeWinPercentage }: DigestFacts["results"][number]): Row {
  const won = `${(tradeWinPercentage ?? 0).toFixed(0)}%`;
  const amount = `${resultCents > 0 ? "+" : ""}${formatUsd(resultCents)}`;
  return [run === null ? TEXT.cash : TEXT.run(String(run)), TEXT.result(amount, String(trades), won)];
}

function alertRows({ alerts, openAlerts }: DigestFacts): Row[] {
  const rows = alerts.map(({ symbol, condition, state }): Row => {
    const words = conditionWords(symbol, condition);
    return [symbol, state === "paused" ? TEXT.condition.paused(words) : words];
  });
  const more = openAlerts - alerts.length;
  return more > 0 ? [...rows, [TEXT.more(String(more)), ""]] : rows;
}

function conditionWords(symbol: string, given: string): Translated {
  const condition = conditionOf(given);
  if (!condition || !isFeedSymbol(symbol)) return TEXT.condition.unknown;
  switch (condition.type) {
    case "level":
      return TEXT.condition.level[condition.direction](alertPriceText(symbol, condition.price));
    case "line":
      return TEXT.condition.line[condition.direction];
    case "move": {
      const { direction, basisPoints, windowMs } = condition;
      const time = forEachLanguage((language) => windowText(ALERT_TEXTS[language], windowMs));
      return TEXT.condition.move[direction](`${decimalText(basisPoints, 2, 0)}%`, time);
    }
  }
}

function waitingRows({ deposits, withdrawals, identity, timeZone }: DigestFacts): Row[] {
  const until = (atMs: number) => forEachLanguage((language) => MOMENTS[language](atMs, timeZone));
  return [
    ...deposits.map(
      ({ amountCents, expiresAtMs }): Row => [TEXT.deposit(formatUsd(amountCents)), TEXT.payUntil(until(expiresAtMs))],
    ),
    ...withdrawals.map(
      ({ number, amountCents, status }): Row => [
        TEXT.withdrawal(formatUsd(amountCents)),
        TEXT.withdrawalState[status](withdrawalNumber(number)),
      ],
    ),
    ...(identity ? [[TEXT.identity, TEXT.identityState[identity]] as const] : []),
  ];
}
