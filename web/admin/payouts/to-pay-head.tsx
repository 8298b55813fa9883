import { styled } from "goober";
import { useRef } from "react";
import { useSearchParams } from "wouter";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { formatMoney } from "../../ui/format.ts";
import { X } from "../../ui/icon.tsx";
import { Row, Text } from "../../ui/layout.tsx";
import { media } from "../../ui/theme.ts";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import type { ToPayAnswer } from "./payout-calls.ts";
import { AGES, SUMS, type ToPayFilter } from "./to-pay-filter.ts";

const Filters = styled("div")`
  --control-height: 28px;
  --select-start: 10px;
  --select-end: 28px;
  --select-arrow: 8px;
  display: flex;
  gap: 8px;
  min-width: 0;
  & > div {
    flex: 0 1 auto;
    min-width: 0;
  }
  ${media.touch} {
    --control-height: 44px;
  }
  ${media.phone} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    width: 100%;
    & > :last-child {
      grid-column: 1 / -1;
    }
  }
`;

const text = PAYOUT_ADMIN_TEXT;

type ToPayHeadProps = {
  /** Of all that is listed, whatever the filter shows. Dollars. */
  totals: { count: number; sum: number } | null;
  shownCount: number;
  banks: ToPayAnswer["banks"];
  filter: ToPayFilter;
};

/** What is to be paid, in count and sum, and the filter of the list. */
export function ToPayHead({ totals, shownCount, banks, filter }: ToPayHeadProps) {
  const [, setParams] = useSearchParams();
  const filters = useRef<HTMLDivElement>(null);
  const { bank, sum, age } = filter;
  const isFiltered = bank !== null || sum !== null || age !== null;
  useShortcuts({ [KEYS.filter]: () => filters.current?.querySelector("select")?.focus() });

  function set(change: Record<string, string>) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  }

  const bankOptions = [
    { value: "", label: text.bank.any },
    ...banks.map(({ name, count }) => ({ value: name, label: text.bank.one(name, count) })),
    // One that is in the address and has nothing to be paid any more.
    ...(bank !== null && !banks.some(({ name }) => name === bank)
      ? [{ value: bank, label: text.bank.one(bank, 0) }]
      : []),
  ];
  return (
    <Row
      as="header"
      wrap
      grow={false}
      gap="8px 12px"
      minHeight={56}
      pad="8px 20px"
      line="bottom"
      phone={{ pad: "8px 16px" }}
    >
      <Text as="h2" size="lead" weight={600}>
        {text.toPay}
      </Text>
      <Text as="span" size="dense" tone="muted" className="num" grow="1 0 auto">
        {totals && totals.count > 0 && text.note(totals.count, formatMoney(totals.sum))}
        {totals && isFiltered && `. ${text.noteShown(shownCount, totals.count)}`}
      </Text>
      {isFiltered && (
        <Button variant="plain" size="dense" icon={X} onClick={() => set({ bank: "", sum: "", age: "" })}>
          {ADMIN_TEXT.filter.clear}
        </Button>
      )}
      <Filters ref={filters} role="search" aria-label={text.filters}>
        <Select
          size="compact"
          label={text.bank.label}
          value={bank ?? ""}
          options={bankOptions}
          onChange={(value) => set({ bank: value })}
        />
        <Select
          size="compact"
          label={text.sum.label}
          value={sum ?? ""}
          options={[{ value: "", label: text.sum.any }, ...SUMS.map((value) => ({ value, label: text.sum[value] }))]}
          onChange={(value) => set({ sum: value })}
        />
        <Select
          size="compact"
          label={text.age.label}
          value={age ?? ""}
          options={[{ value: "", label: text.age.any }, ...AGES.map((value) => ({ value, label: text.age[value] }))]}
          onChange={(value) => set({ age: value })}
        />
      </Filters>
    </Row>
  );
}
