import { Link } from "wouter";
import { DemoBadge } from "../ui/badge.tsx";
import { Icon, Plus } from "../ui/icon.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { type AccountSwitchProps, type Choice, ChoiceResult } from "./account-choice.tsx";
import { accountText as text } from "./account-text.ts";
import { ArchivedRuns, ChoiceList } from "./archived-runs.tsx";
import { runOf } from "./trade-account.ts";

export { ArchivedRuns };

type AccountMenuProps = AccountSwitchProps & {
  choices: readonly Choice[];
  addHref: string;
  onChoose: () => void;
};

/** All accounts with their results, the archived demo runs, and the link to add an account. */
export function AccountMenu({ person, choices, account, hrefOf, addHref, onChoose }: AccountMenuProps) {
  const { demo, timeZone } = person;
  return (
    <>
      <ChoiceList>
        {choices.map((choice) => (
          <li key={choice.name}>
            <Link
              href={hrefOf(choice.name)}
              aria-current={choice.name === account ? "true" : undefined}
              onClick={onChoose}
            >
              <Row as="span" justify="space-between" gap={12}>
                <Text as="b" weight={500} minWidth={0} breaks="ellipsis">
                  {choice.label}
                </Text>
                <b>
                  <ChoiceResult of={choice} />
                </b>
              </Row>
              {runOf(choice.name) !== null && <DemoBadge />}
              {choice.trades !== undefined && (
                <Text as="span" size="caption" tone="muted">
                  {text.imported(choice.trades)}
                </Text>
              )}
            </Link>
          </li>
        ))}
      </ChoiceList>
      {demo !== null && demo.run > 1 && (
        <Box line="top">
          <Text size="caption" tone="muted" pad="10px 16px 0">
            {text.archived}
          </Text>
          <ArchivedRuns timeZone={timeZone} chosen={runOf(account)} hrefOf={hrefOf} onChoose={onChoose} />
        </Box>
      )}
      <Box line="top">
        <ChoiceList as="div">
          <Link href={addHref} onClick={onChoose}>
            <Row as="span" gap={8}>
              <Icon of={Plus} />
              {text.addLabel}
            </Row>
          </Link>
        </ChoiceList>
      </Box>
    </>
  );
}
