import { useId, useState } from "react";
import { asciiOf } from "../../../worker/contract/ascii.ts";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import {
  OPERATION_SETTINGS,
  ruleOf,
  type SettingKey,
  type SettingValue,
  settingValue,
  storedSetting,
} from "../../../worker/contract/operation/settings.ts";
import { HOLIDAYS_MAX, readWorkingHours, type WorkingHours } from "../../../worker/contract/operation/working-hours.ts";
import { MONEY, type NumberForm, numberIn } from "../../../worker/contract/read-number.ts";
import { readIsoDate } from "../../../worker/contract/trade-calendar.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import { OPERATION_TEXT } from "./operation-text.ts";
import type { ProposalBody, Setting } from "./setting-calls.ts";
import { clockTime, readClockTime, settingWords } from "./setting-words.ts";

const text = OPERATION_TEXT;
const ZONES = Intl.supportedValuesOf("timeZone");
const HOURS: NumberForm = { decimalsMax: 0 };

type SettingDialogProps = BodyDialogProps<ProposalBody> & {
  setting: Setting;
  /** The trader whose limit it is. */
  userId?: string;
  isOnlyOwner: boolean;
};

/** Proposes another value of a setting, or sets it where one admin is enough. */
export function SettingDialog({ setting, userId, isOnlyOwner, problem, onSubmit, ...dialog }: SettingDialogProps) {
  const { key, value, version } = setting;
  const { name } = text.setting[key];
  const isForTwo = OPERATION_SETTINGS[key].people === 2;
  const [hours, setHours] = useState(() => hoursOf(value, key === "working_hours"));
  const form = useTexts({
    before: { value: hours === null ? typedOf(key, value) : "", reason: "" },
    problem,
    check: (typed) => ({
      value: hours === null && faultOf(setting, readTyped(key, typed.value)),
      reason: isForTwo && !typed.reason && text.reasonMissing,
    }),
    onSubmit(typed) {
      const read = hours === null ? readTyped(key, typed.value) : workingHoursOf(hours);
      if (read === undefined) return;
      onSubmit({ key, value: read, version, reason: typed.reason, ...(userId !== undefined && { user: userId }) });
    },
  });
  const faults = hours === null ? {} : hourFaults(hours);
  const isSame = hours !== null && Object.keys(faults).length === 0 && workingHoursOf(hours) === value;
  return (
    <ActionDialog
      {...dialog}
      {...form.dialog}
      title={text.changeOf(name)}
      lead={isForTwo ? (isOnlyOwner ? text.aloneLead : text.proposeLead) : text.oneLead}
      submit={isForTwo ? text.propose : text.save}
      isComplete={hours === null || (Object.keys(faults).length === 0 && !isSame)}
      needsStepUp
    >
      {hours === null ? (
        <ValueField setting={setting} field={form.field("value")} />
      ) : (
        <HoursFields hours={hours} faults={faults} onChange={setHours} />
      )}
      {isForTwo && (
        <TextArea {...form.field("reason")} label={text.reason} hint={text.reasonHint} maxLength={TEXT_MAX.note} />
      )}
    </ActionDialog>
  );
}

type FieldState = { value: string; error: string | null; onChange: (event: { target: { value: string } }) => void };

function ValueField({ setting: { key, value }, field }: { setting: Setting; field: FieldState }) {
  const id = useId();
  const now = text.now(settingWords(key, value));
  const rule = ruleOf(key);
  switch (rule.kind) {
    case "money":
      return (
        <NumberField
          {...field}
          reads={MONEY}
          data-autofocus=""
          label={text.value}
          hint={rule.mayBeEmpty ? `${now} ${text.limitHint}` : now}
          prefix="$"
        />
      );
    case "hours":
      return (
        <NumberField {...field} reads={HOURS} data-autofocus="" label={text.value} hint={now} suffix={text.hoursUnit} />
      );
    case "choice":
      return (
        <Select
          data-autofocus=""
          label={text.value}
          hint={now}
          error={field.error}
          value={field.value}
          options={rule.options.map((option) => ({ value: option, label: settingWords(key, option) }))}
          onChange={(chosen) => field.onChange({ target: { value: chosen } })}
        />
      );
    case "zone":
    case "working_hours":
      return (
        <>
          <Field
            {...field}
            data-autofocus=""
            label={text.value}
            hint={`${now} ${text.zoneHint}`}
            list={id}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <datalist id={id}>
            {ZONES.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      );
  }
}

/** The text of a value when its dialog opens. */
function typedOf(key: SettingKey, value: SettingValue | null): string {
  if (value === null) return "";
  return OPERATION_SETTINGS[key].kind === "money" ? Number(value).toFixed(2) : String(value);
}

/** What was typed as the API takes it: null for an emptied setting, undefined where it is not understood. */
function readTyped(key: SettingKey, typed: string): SettingValue | null | undefined {
  const rule = ruleOf(key);
  if (typed === "") return rule.mayBeEmpty ? null : undefined;
  if (rule.kind === "money" || rule.kind === "hours") {
    const number = numberIn(typed, rule.kind === "money" ? MONEY : HOURS);
    return number === null ? undefined : Number(number);
  }
  // As the page writes a zone, with spaces.
  return rule.kind === "zone" ? typed.replaceAll(/\s+/g, "_") : typed;
}

/** Why a value cannot be sent; false when it can. */
function faultOf({ key, value: before }: Setting, value: SettingValue | null | undefined): string | false {
  const rule = ruleOf(key);
  if (value === undefined) return text.valueMissing;
  if (value === before) return text.same;
  if (value === null || storedSetting(key, value) !== null) return false;
  if (rule.kind !== "money" && rule.kind !== "hours") return text.zoneUnknown;
  const bound = (stored: number) => settingWords(key, settingValue(key, String(stored)));
  return text.between(bound(rule.min), bound(rule.max));
}

/** Working hours as they are typed. */
type TypedHours = { isAlways: boolean; days: readonly number[]; from: string; to: string; holidays: string };
const OFFICE: WorkingHours = { days: [1, 2, 3, 4, 5], from: 8 * 60, to: 17 * 60, holidays: [] };

/** The fields of the working hours; null for the value of another setting. */
function hoursOf(value: SettingValue | null, isHours: boolean): TypedHours | null {
  if (!isHours) return null;
  const { days, from, to, holidays } = (value !== null && readWorkingHours(String(value))) || OFFICE;
  return { isAlways: value === null, days, from: clockTime(from), to: clockTime(to), holidays: holidays.join("\n") };
}

function holidaysOf({ holidays }: TypedHours): string[] {
  return asciiOf(holidays)
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** The minute of the day; null where no time is typed. */
function typedTime(typed: string): number | null {
  return readClockTime(asciiOf(typed).trim());
}

type HourFaults = Partial<Record<"days" | "from" | "to" | "holidays", string>>;

function hourFaults(hours: TypedHours): HourFaults {
  if (hours.isAlways) return {};
  const [from, to] = [typedTime(hours.from), typedTime(hours.to)];
  const holidays = holidaysOf(hours);
  const odd = holidays.find((date) => readIsoDate(date) === null);
  return {
    ...(hours.days.length === 0 && { days: text.daysMissing }),
    ...(from === null && { from: text.timeUnknown }),
    ...(to === null && { to: text.timeUnknown }),
    ...(from !== null && to !== null && from >= to && { to: text.timeOrder }),
    ...(holidays.length > HOLIDAYS_MAX && { holidays: text.holidaysMost(HOLIDAYS_MAX) }),
    ...(odd !== undefined && { holidays: text.holidayUnknown(odd) }),
  };
}

/** The value of typed hours without a fault. */
function workingHoursOf(hours: TypedHours): string | null {
  if (hours.isAlways) return null;
  const { days } = hours;
  const [from, to] = [typedTime(hours.from), typedTime(hours.to)];
  return storedSetting("working_hours", JSON.stringify({ days, from, to, holidays: holidaysOf(hours) }));
}

type HoursFieldsProps = { hours: TypedHours; faults: HourFaults; onChange: (hours: TypedHours) => void };

function HoursFields({ hours, faults, onChange }: HoursFieldsProps) {
  const id = useId();
  const { isAlways, days } = hours;
  return (
    <>
      <Select
        data-autofocus=""
        label={text.clock}
        value={isAlways ? "always" : "hours"}
        options={[
          { value: "always", label: text.clockAlways },
          { value: "hours", label: text.clockHours },
        ]}
        onChange={(chosen) => onChange({ ...hours, isAlways: chosen === "always" })}
      />
      {!isAlways && (
        <>
          <Stack role="group" gap={6} aria-labelledby={id}>
            <Text as="b" id={id} size="dense" weight={500}>
              {text.weekdays}
            </Text>
            <Row wrap gap={8}>
              {[1, 2, 3, 4, 5, 6, 0].map((day) => (
                <Button
                  key={day}
                  size="dense"
                  variant="neutral"
                  aria-pressed={days.includes(day)}
                  onClick={() =>
                    onChange({
                      ...hours,
                      days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day],
                    })
                  }
                >
                  {text.days[day]}
                </Button>
              ))}
            </Row>
            {faults.days && <FieldError id={`${id}-fault`}>{faults.days}</FieldError>}
          </Stack>
          <Row gap={12} align="start" each={1}>
            <Field
              label={text.opens}
              className="num"
              inputMode="numeric"
              autoComplete="off"
              value={hours.from}
              error={faults.from}
              onChange={({ target }) => onChange({ ...hours, from: target.value })}
            />
            <Field
              label={text.closes}
              className="num"
              inputMode="numeric"
              autoComplete="off"
              value={hours.to}
              error={faults.to}
              onChange={({ target }) => onChange({ ...hours, to: target.value })}
            />
          </Row>
          <TextArea
            label={text.holidays}
            hint={text.holidaysHint}
            rows={3}
            value={hours.holidays}
            error={faults.holidays}
            onChange={({ target }) => onChange({ ...hours, holidays: target.value })}
          />
        </>
      )}
    </>
  );
}
