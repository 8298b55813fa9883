import { useDeferredValue, useMemo, useState } from "react";
import type { FileClock } from "../../worker/contract/broker/file-clock.ts";
import type { ClosedTrade } from "../imports/statement/statement.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Field } from "../ui/fields/field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { Box, Text } from "../ui/layout.tsx";
import { offsetText } from "./clock-name.ts";
import { shownTrades, weekendCount } from "./import-facts.ts";
import { importText } from "./import-text.ts";
import { ShownTrades } from "./shown-trades.tsx";

const text = importText.clockDialog;
const SHOWN = 3;
/** Each offset that a clock of a place has or had in this century, and those of brokers. */
const OFFSETS = Array.from({ length: 53 }, (_, index) => -720 + index * 30);
const ZONES = Intl.supportedValuesOf("timeZone");

type Kind = "new_york_close" | "utc" | "own" | "offset" | "zone";

type ClockDialogProps = {
  trades: readonly ClosedTrade[];
  currency: string;
  /** Null where the file says nothing of it. */
  clock: FileClock | null;
  ownTimeZone: string;
  onChoose: (clock: FileClock) => void;
  onClose: () => void;
};

/** The choice of a file's clock, with three of its trades in that clock and in the trader's. */
export function ClockDialog({ trades, currency, clock, ownTimeZone, onChoose, onClose }: ClockDialogProps) {
  const [kind, setKind] = useState<Kind>(() => kindOf(clock, ownTimeZone));
  const [minutes, setMinutes] = useState(clock?.kind === "offset" && clock.minutes !== 0 ? clock.minutes : 180);
  const [zone, setZone] = useState(clock?.kind === "zone" ? clock.timeZone : "");
  const chosen = clockOf(kind, { minutes, zone: zone.trim(), ownTimeZone });
  const shown = useDeferredValue(chosen);
  const rows = useMemo(() => shownTrades(trades, shown, ownTimeZone), [trades, shown, ownTimeZone]);
  const weekend = useMemo(() => (shown ? weekendCount(trades, shown) : 0), [trades, shown]);
  return (
    <DialogForm
      title={text.title}
      lead={text.lead}
      width="wide"
      cancel={text.cancel}
      submit={text.use}
      isBusy={false}
      isComplete={chosen !== null}
      onSubmit={() => chosen && onChoose(chosen)}
      onClose={onClose}
    >
      <Select<Kind>
        label={text.label}
        data-autofocus=""
        value={kind}
        hint={kind === "new_york_close" ? text.newYorkDetail : undefined}
        options={[
          { value: "new_york_close", label: text.newYork },
          { value: "utc", label: text.utc },
          { value: "own", label: text.own(ownTimeZone.replaceAll("_", " ")) },
          { value: "offset", label: text.fixed },
          { value: "zone", label: text.place },
        ]}
        onChange={setKind}
      />
      {kind === "offset" && (
        <Select
          label={text.offset}
          value={String(minutes)}
          options={OFFSETS.map((offset) => ({ value: String(offset), label: offsetText(offset) }))}
          onChange={(offset) => setMinutes(Number(offset))}
        />
      )}
      {kind === "zone" && (
        <>
          <Field
            label={text.zone}
            list="import-zones"
            placeholder="Europe/Athens"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={zone.trim() !== "" && chosen === null ? text.zoneFault : null}
            value={zone}
            onChange={({ target }) => setZone(target.value)}
          />
          <datalist id="import-zones">
            {ZONES.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
      <Box aria-live="polite">
        <Text size="dense" tone={weekend > 0 ? "warn" : "muted"}>
          {shown && text.weekend(weekend)}
        </Text>
      </Box>
      <ShownTrades
        rows={rows.slice(0, SHOWN)}
        currency={currency}
        ownTimeZone={ownTimeZone}
        hasClock={shown !== null}
        isBrief
      />
    </DialogForm>
  );
}

function kindOf(clock: FileClock | null, ownTimeZone: string): Kind {
  if (clock === null) return "own";
  if (clock.kind === "zone") return clock.timeZone === ownTimeZone ? "own" : "zone";
  return clock.kind === "offset" ? (clock.minutes === 0 ? "utc" : "offset") : "new_york_close";
}

function clockOf(
  kind: Kind,
  { minutes, zone, ownTimeZone }: { minutes: number; zone: string; ownTimeZone: string },
): FileClock | null {
  switch (kind) {
    case "new_york_close":
      return { kind };
    case "utc":
      return { kind: "offset", minutes: 0 };
    case "own":
      return { kind: "zone", timeZone: ownTimeZone };
    case "offset":
      return { kind, minutes };
    case "zone":
      return isZone(zone) ? { kind, timeZone: zone } : null;
  }
}

/** Whether the name is an IANA zone; a bare offset is not. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return name !== "" && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
