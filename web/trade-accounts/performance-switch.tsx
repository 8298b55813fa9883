import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { lazyPage } from "../state/lazy-page.ts";
import { ROUTE } from "../state/routes.ts";
import { Icon, Plus } from "../ui/icon.tsx";
import { Box } from "../ui/layout.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { type AccountSwitchProps, type Choice, ChoiceResult } from "./account-choice.tsx";
import { ArchivedChoice, ChoiceLinks, ownChoices, SwitchFrame, SwitchMenu } from "./account-switch.tsx";
import { accountText as text } from "./account-text.ts";
import { unitOf } from "./account-unit.ts";
import { brokerAccount, runOf } from "./trade-account.ts";

const AccountMenu = lazyPage(async () => (await import("./account-menu.tsx")).AccountMenu);

/** More accounts than these are in a menu. */
const ROW_MAX = 4;
/** Where more would leave the names of accounts a letter or two. */
const MEDIUM_ROW_MAX = 3;

type PerformanceSwitchProps = AccountSwitchProps & {
  /** The account that a file is about to make: it is the choice, and not there yet. */
  pending?: ReactNode;
};

/** The choice between all accounts of a trader: of money, of demo runs, and with other brokers, each in its own currency. */
export function PerformanceSwitch({ pending, ...given }: PerformanceSwitchProps) {
  useSignals();
  const { person, account, hrefOf } = given;
  const brokers = person.brokerAccounts.map(
    ({ number, name, result, trades, ...currency }): Choice => ({
      name: brokerAccount(number),
      label: name,
      result,
      unit: unitOf(currency),
      trades,
    }),
  );
  const choices = [...ownChoices(person), ...brokers];
  const isPhone = useMedia(media.phone);
  const isMedium = useMedia(media.medium);
  const most = brokers.length === 0 ? ROW_MAX : isPhone ? 0 : isMedium ? MEDIUM_ROW_MAX : ROW_MAX;
  if (choices.length > most) {
    const chosen = pending ? undefined : choices.find(({ name }) => name === account);
    const run = runOf(account);
    return (
      <SwitchFrame aria-label={text.accounts}>
        <SwitchMenu
          title={text.accounts}
          isChosen
          onSoon={() => void AccountMenu.preload()}
          label={
            <>
              <span>{chosen?.label ?? pending ?? (run === null ? text.accounts : text.archivedRun(run))}</span>
              {chosen && <ChoiceResult of={chosen} />}
            </>
          }
        >
          {(close) => <AccountMenu {...given} choices={choices} addHref={ROUTE.performanceImport} onChoose={close} />}
        </SwitchMenu>
      </SwitchFrame>
    );
  }
  return (
    <SwitchFrame aria-label={text.accounts}>
      <ChoiceLinks choices={choices} account={account} hrefOf={hrefOf} />
      <ArchivedChoice {...given} />
      <Box as="i" width={1} margin="-3px 2px" surface="line" />
      {pending ? (
        <Link href={ROUTE.performanceImport} aria-current="true" style={{ borderStyle: "dashed" }}>
          {pending}
        </Link>
      ) : (
        <Link href={ROUTE.performanceImport} title={text.addLabel}>
          <Icon of={Plus} />
          <Box as="span" showOn={choices.length > 1 ? "wide" : undefined} aria-hidden="true">
            {text.add}
          </Box>
          <VisuallyHidden>{text.addLabel}</VisuallyHidden>
        </Link>
      )}
    </SwitchFrame>
  );
}
