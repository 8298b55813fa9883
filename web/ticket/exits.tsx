import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import { plannedResultCents } from "../../worker/contract/demo/result-at.ts";
import { MONEY, PRICE } from "../../worker/contract/read-number.ts";
import { stepsText } from "../demo/demo-format.ts";
import { emStyle, emWidth } from "../ui/em-width.ts";
import { NumberField } from "../ui/fields/number-field.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { capUsd, formatRatio, formatSignedMoney, formatSignedPercent } from "../ui/format.ts";
import { ChevronDown, Icon } from "../ui/icon.tsx";
import { Box, Grid, Row, Text } from "../ui/layout.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { media, type } from "../ui/theme.ts";
import { changeDraft, type ExitForm, orderDraft } from "./draft.ts";
import { changeExitForm, switchExit, switchTrail } from "./draft-changes.ts";
import type { LiveTicket, TicketPartProps } from "./live.ts";
import { menuOverWord } from "./menu-over-word.ts";
import { orderText as text } from "./order-text.ts";
import { tidyPrice } from "./price-fields.tsx";
import { distanceOf } from "./sizes.ts";

/** A native menu behind the short word of its choice. */
const FormChoice = styled("span")`
  ${type.caption}
  ${menuOverWord}
  display: flex;
  gap: 2px;
  align-self: stretch;
  margin-right: -6px;
  color: var(--muted);
  &:has(:focus-visible) {
    color: var(--text);
    text-decoration: underline;
  }
  ${media.phone} {
    /* A smaller menu would zoom the page. */
    & > select {
      ${type.lead}
    }
  }
`;

/** The stop loss and the take profit, then the trailing stop. */
export function OrderExits({ ticket, errorOf }: TicketPartProps) {
  return (
    <>
      <Grid columns={2} gap={12}>
        <ExitField kind="stop" ticket={ticket} error={errorOf("stop")} />
        <ExitField kind="target" ticket={ticket} error={errorOf("target")} />
      </Grid>
      <TrailField ticket={ticket} error={errorOf("trail")} />
      <RiskBar ticket={ticket} />
    </>
  );
}

type ExitFieldProps = { kind: "stop" | "target"; ticket: LiveTicket; error: string | null };

function ExitField({ kind, ticket, error }: ExitFieldProps) {
  useSignals();
  const { [kind]: exit, sizing } = orderDraft.value;
  const { isOn, form } = exit;
  const change = (part: Partial<typeof exit>) => changeDraft({ [kind]: { ...exit, ...part } });
  const value = isOn ? exit.text : "";
  return (
    <Box minWidth={0}>
      <Switch size="dense" label={text[kind]} isOn={isOn} onChange={(on) => switchExit(ticket, kind, on)} />
      <NumberField
        reads={form === "money" ? MONEY : PRICE}
        size="bare"
        label={text.exitField[kind][form]}
        placeholder={isOn ? undefined : text.none}
        value={value}
        style={emStyle(Math.max(1, emWidth(value)))}
        // Typing turns it on, and a field that is emptied is none; the text of one that is off is kept, and not seen.
        onChange={({ target }) => change({ isOn: target.value !== "", text: target.value })}
        onBlur={() => isOn && form !== "money" && change({ text: tidyPrice(ticket.symbol, exit.text) })}
        error={error}
        suffix={
          <FormChoice>
            <span aria-hidden="true">{text.exitUnits[form]}</span>
            <Icon of={ChevronDown} size={14} />
            <select
              aria-label={text.exitForm[kind]}
              value={form}
              onChange={({ target }) => {
                const chosen = FORMS.find((one) => one === target.value);
                if (chosen) changeExitForm(ticket, kind, chosen);
              }}
            >
              {FORMS.map((one) => (
                <option key={one} value={one} disabled={isCircular(kind, one, sizing)}>
                  {text.exitForms[one]}
                </option>
              ))}
            </select>
          </FormChoice>
        }
      />
      {!error && <ExitNote kind={kind} ticket={ticket} />}
    </Box>
  );
}

const FORMS = ["price", "distance", "money"] as const;

/** The amount of a risk follows from the stop, which cannot follow from the amount. */
function isCircular(kind: "stop" | "target", form: ExitForm, sizing: "amount" | "risk"): boolean {
  return kind === "stop" && form === "money" && sizing === "risk";
}

/** The meaning of a stop or a target: its price where something else is typed, and its money. */
function ExitNote({ kind, ticket }: Omit<ExitFieldProps, "error">) {
  useSignals();
  const isWrong = useMemo(() => computed(() => isWrongSide(ticket, kind)), [ticket, kind]);
  const words = useMemo(() => computed(() => (isWrong.value ? "" : exitWords(ticket, kind))), [ticket, kind, isWrong]);
  const tone = isWrong.value ? "warn" : kind === "stop" ? "down" : "up";
  return (
    <Text size="caption" tone={tone} minHeight={16} margin="4px 0 0" className="num">
      {isWrong.value ? text.wrongSide[kind][orderDraft.value.side] : <LiveText text={words} />}
    </Text>
  );
}

function isWrongSide({ reading }: LiveTicket, kind: "stop" | "target"): boolean {
  const { entryPrice, [kind]: price } = reading.value;
  if (entryPrice === null || price === null) return false;
  const gain = distanceOf(orderDraft.value.side, entryPrice, price);
  return kind === "stop" ? gain >= 0 : gain <= 0;
}

function exitWords(ticket: LiveTicket, kind: "stop" | "target"): string {
  const { [kind]: price } = ticket.reading.value;
  if (price === null) return "";
  const { form } = orderDraft.value[kind];
  const cents = resultAt(ticket, price);
  const money = cents === null ? "" : formatSignedMoney(capUsd(cents / 100), "always");
  if (form === "price") return priceWords(ticket, { kind, price, money });
  const at = stepsText(ticket.symbol, price);
  return form === "money" || money === "" ? at : `${at}, ${money}`;
}

/** The meaning of a typed price: its money, or before the amount is known how far it is from the entry. */
function priceWords(
  { reading }: LiveTicket,
  { kind, price, money }: { kind: "stop" | "target"; price: number; money: string },
): string {
  const { entryPrice } = reading.value;
  if (money !== "") return kind === "stop" ? text.atMost(money) : money;
  return entryPrice === null ? "" : text.away(formatSignedPercent(((price - entryPrice) * 100) / entryPrice));
}

/** The result of the order's position at a price, in cents; null while its amount or its entry is not known. */
function resultAt({ symbol, reading, costsVersion }: LiveTicket, price: number): number | null {
  const { entryPrice, units } = reading.value;
  if (entryPrice === null || units === null) return null;
  const { side } = orderDraft.value;
  return plannedResultCents({ symbol, side, units, entryPrice, costsVersion: costsVersion.value }, price);
}

/** The distance at which a stop follows the best price. */
function TrailField({ ticket, error }: { ticket: LiveTicket; error: string | null }) {
  useSignals();
  const { trail } = orderDraft.value;
  return (
    <div>
      <Switch size="dense" label={text.trail} isOn={trail.isOn} onChange={(isOn) => switchTrail(ticket, isOn)} />
      {trail.isOn && (
        <NumberField
          reads={PRICE}
          size="bare"
          label={text.trailField}
          value={trail.text}
          onChange={({ target }) => changeDraft({ trail: { isOn: true, text: target.value } })}
          error={error}
          suffix={text.trailUnit}
        />
      )}
    </div>
  );
}

const Bar = styled("div")`
  display: flex;
  gap: 2px;
  height: 4px;
  & > i {
    flex-basis: 0;
    min-width: 4px;
    border-radius: 2px;
    background: var(--up);
  }
  & > i:first-child {
    background: var(--down);
  }
`;

/** The possible loss and gain in proportion; hidden while either is unknown. */
function RiskBar({ ticket }: { ticket: LiveTicket }) {
  useSignals();
  const sums = useMemo(
    () =>
      computed(() => {
        const { stop, target } = ticket.reading.value;
        const [loss, gain] = [stop, target].map((price) => (price === null ? null : resultAt(ticket, price)));
        return loss != null && gain != null && loss < 0 && gain > 0 ? `${-loss} ${gain}` : "";
      }),
    [ticket],
  );
  if (sums.value === "") return null;
  const [loss = 1, gain = 1] = sums.value.split(" ").map(Number);
  return (
    <Box className="num">
      <Bar aria-hidden="true">
        <i style={{ flexGrow: loss }} />
        <i style={{ flexGrow: gain }} />
      </Bar>
      <Row justify="space-between" size="caption" margin="4px 0 0" data-ratio="">
        <Text as="span" tone="muted">
          {text.riskToGain}
        </Text>
        <Text as="span" weight={500}>
          {text.ratio(formatRatio(gain / loss))}
        </Text>
      </Row>
    </Box>
  );
}
