import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import { demoRun } from "../demo/demo-account.ts";
import { marginTone } from "../runs/low-margin.ts";
import { Facts } from "../ui/facts.tsx";
import { formatPercent, NO_VALUE } from "../ui/format.ts";
import { ChevronDown, Icon } from "../ui/icon.tsx";
import { Box } from "../ui/layout.tsx";
import { LiveFigureText } from "../ui/live-text.tsx";
import { media, type } from "../ui/theme.ts";
import { changeDraft, orderDraft } from "./draft.ts";
import type { LiveTicket } from "./live.ts";
import { menuOverWord } from "./menu-over-word.ts";
import { orderText as text } from "./order-text.ts";
import { isPlanOpen } from "./plan-open.ts";
import type { OrderPreview } from "./preview-order.ts";
import { moneyText } from "./size-fields.tsx";

/** A low window that is no phone. */
const LOW = "@media (min-width: 640px) and (max-height: 799px)";

const inOneLine = `
  & [data-long="true"] {
    display: none;
  }
  & [data-short="true"] {
    display: contents;
  }
`;

/** Costs in one line where there is little room. */
const Room = styled("div")`
  --fact-height: 26px;
  & [data-long="true"] {
    display: contents;
  }
  & [data-short="true"] {
    display: none;
  }
  ${LOW} {
    --fact-height: 22px;
    &[data-waits="true"] {
      --fact-height: 20px;
    }
  }
  @media (max-width: 639px), (max-height: 799px) {
    ${inOneLine}
  }
  /* A reminder above takes the room. */
  [data-reminds="true"] + & {
    ${inOneLine}
  }
  /* An order that waits has more fields, and says how long. */
  @media (max-height: 959px) {
    &[data-waits="true"] {
      ${inOneLine}
    }
  }
`;

const Figures = styled("span")`
  --room: 90px;
  white-space: nowrap;
  /* The box is wider than its figure; the difference is at the left. */
  & > :last-child {
    margin-left: -0.15em;
  }
`;

const Choice = styled("span")`
  ${menuOverWord}
  display: inline-flex;
  gap: 4px;
  & > select {
    inset: -4px 0;
  }
  &:has(:focus-visible) {
    border-radius: 4px;
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  ${media.phone} {
    & > select {
      ${type.lead}
      inset: -12px 0;
    }
  }
`;

type Row = { name: string; text: (preview: OrderPreview) => string };

/** The costs, the margin and the effect of the order. */
export function OrderFacts({ ticket }: { ticket: LiveTicket }) {
  useSignals();
  const { type: orderType } = orderDraft.value;
  const leverage = demoRun.value?.leverage ?? null;
  const hasCosts = ticket.costs.value === "typical";
  const isModelled = useMemo(() => computed(() => ticket.quote.value?.kind === "modelled"), [ticket]);
  const costs: Row[] = [
    {
      name: isModelled.value ? text.spread.modelled : text.spread.typical,
      text: ({ spreadCents }) => moneyText(spreadCents),
    },
    { name: text.commission, text: ({ commissionCents }) => moneyText(commissionCents) },
    {
      name: text.overnight,
      text: ({ overnightCents }) => (overnightCents === null ? NO_VALUE : moneyText(overnightCents)),
    },
  ];
  const oneLine: Row = {
    name: text.costs,
    text: ({ spreadCents, commissionCents }) => moneyText(spreadCents + commissionCents),
  };
  const goodTill = orderType !== "market" && (
    <Facts arrange="rows" facts={[{ name: text.goodTill, value: <GoodTill /> }]} />
  );
  if (isPlanOpen.value) {
    return (
      <Room data-waits={orderType !== "market"}>
        <Box line="top" pad="8px 0 0" className="num">
          {goodTill}
          <LiveRows ticket={ticket} rows={[hasCosts ? COSTS_AND_MARGIN : marginRow(leverage)]} />
        </Box>
      </Room>
    );
  }
  return (
    <Room data-waits={orderType !== "market"}>
      <Box line="top" pad="8px 0 0" className="num">
        {goodTill}
        {hasCosts ? (
          <>
            <div data-long="true">
              <LiveRows ticket={ticket} rows={costs} />
            </div>
            <div data-short="true">
              <LiveRows ticket={ticket} rows={[oneLine]} />
            </div>
          </>
        ) : (
          <Facts arrange="rows" facts={[{ name: text.noCosts, value: demoRun.value ? text.noCostsInRun : NO_VALUE }]} />
        )}
        <LiveRows ticket={ticket} rows={[marginRow(leverage)]} />
        {leverage === null ? <Free ticket={ticket} /> : <Level ticket={ticket} />}
        {!hasCosts && (
          <div data-long="true">
            <LiveRows ticket={ticket} rows={[ONE_PERCENT]} />
          </div>
        )}
      </Box>
    </Room>
  );
}

/** All in one line, beside an open plan. */
const COSTS_AND_MARGIN: Row = {
  name: text.costsAndMargin,
  text: ({ spreadCents, commissionCents, marginCents }) =>
    `${moneyText(spreadCents + commissionCents)}, ${moneyText(marginCents)}`,
};

function marginRow(leverage: number | null): Row {
  return { name: text.margin(leverage), text: ({ marginCents }) => moneyText(marginCents) };
}

const ONE_PERCENT: Row = {
  name: text.ifItMoves,
  text: ({ notionalCents }) => `±${moneyText(Math.round(notionalCents / 100))}`,
};

function LiveRows({ ticket, rows }: { ticket: LiveTicket; rows: readonly Row[] }) {
  return (
    <Facts
      arrange="rows"
      facts={rows.map((row) => ({ name: row.name, value: <PreviewText ticket={ticket} row={row} /> }))}
    />
  );
}

function PreviewText({ ticket: { preview }, row: { text: write } }: { ticket: LiveTicket; row: Row }) {
  const figure = useMemo(() => computed(() => (preview.value ? write(preview.value) : NO_VALUE)), [preview, write]);
  return <LiveFigureText text={figure} />;
}

/** The free margin before and after the order. */
function Free({ ticket: { preview } }: { ticket: LiveTicket }) {
  const { before, after } = useMemo(() => {
    const free = (room: "before" | "after", none: string) =>
      computed(() => (preview.value ? moneyText(preview.value[room].freeCents) : none));
    return { before: free("before", ""), after: free("after", NO_VALUE) };
  }, [preview]);
  return <Change name={text.free} before={before} after={after} />;
}

/** The margin level before and after the order. */
function Level({ ticket: { preview } }: { ticket: LiveTicket }) {
  useSignals();
  const { before, after, tone } = useMemo(() => levelsOf(preview), [preview]);
  return <Change name={text.level} before={before} after={after} tone={tone.value} />;
}

type ChangeProps = {
  name: string;
  /** Empty where there is nothing to change from. */
  before: ReadonlySignal<string>;
  after: ReadonlySignal<string>;
  tone?: "down" | "warn" | undefined;
};

/** The change of a figure, from and to; sums of eight digits shrink to a line. */
function Change({ name, before, after, tone }: ChangeProps) {
  useSignals();
  const hasBefore = useMemo(() => computed(() => before.value !== ""), [before]);
  return (
    <Facts
      arrange="rows"
      facts={[
        {
          name,
          value: (
            <Figures>
              {hasBefore.value && (
                <>
                  <LiveFigureText text={before} /> {text.to}{" "}
                </>
              )}
              <span style={{ color: tone && `var(--${tone})` }}>
                <LiveFigureText text={after} />
              </span>
            </Figures>
          ),
        },
      ]}
    />
  );
}

function levelsOf(preview: ReadonlySignal<OrderPreview | null>) {
  const level = (percent: number | null | undefined) =>
    percent == null ? NO_VALUE : formatPercent(Math.min(percent, 999_999), 0);
  return {
    before: computed(() => {
      const percent = preview.value?.before.levelPercent;
      return percent == null ? "" : level(percent);
    }),
    after: computed(() => level(preview.value?.after.levelPercent)),
    tone: computed(() => marginTone(preview.value?.after.levelPercent)),
  };
}

/** How long an order waits. */
function GoodTill() {
  useSignals();
  const { goodTill } = orderDraft.value;
  return (
    <Choice>
      <span aria-hidden="true">{text.goodTills[goodTill]}</span>
      <Icon of={ChevronDown} size={14} />
      <select
        aria-label={text.goodTill}
        value={goodTill}
        onChange={({ target }) => changeDraft({ goodTill: target.value === "day" ? "day" : "cancelled" })}
      >
        <option value="cancelled">{text.goodTills.cancelled}</option>
        <option value="day">{text.goodTills.day}</option>
      </select>
    </Choice>
  );
}
