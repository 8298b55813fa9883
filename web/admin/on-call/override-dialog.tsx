import { useState } from "react";
import { HOUR_MS, MINUTE_MS } from "../../../worker/contract/time.ts";
import type { User } from "../../state/api.ts";
import { Field } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { formatZone } from "../../ui/format.ts";
import { Grid, Text } from "../../ui/layout.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import type { OnCall, OverrideBody } from "./on-call-calls.ts";
import { ON_CALL_TEXT } from "./on-call-text.ts";
import { fieldTime, readFieldTime } from "./span-times.ts";

const text = ON_CALL_TEXT;
/** How long a stand-in lasts unless another end is put in. */
const USUAL_MS = 12 * HOUR_MS;
const STEP_MS = 15 * MINUTE_MS;

type OverrideDialogProps = BodyDialogProps<OverrideBody> & { admins: OnCall["admins"]; admin: User };

/** Lets an admin stand in: the one who opens it, from now on, unless they say otherwise. */
export function OverrideDialog({ admins, admin, problem, onSubmit, ...dialog }: OverrideDialogProps) {
  const { timeZone } = admin;
  const [who, setWho] = useState(admin._id);
  const [nowMs] = useState(() => Math.floor(Date.now() / STEP_MS) * STEP_MS);
  const form = useTexts({
    before: { from: fieldTime(nowMs, timeZone), to: fieldTime(nowMs + USUAL_MS, timeZone) },
    problem,
    check({ from, to }) {
      const [fromMs, toMs] = [readFieldTime(from, timeZone), readFieldTime(to, timeZone)];
      return {
        from: fromMs === null && text.dateMissing,
        to: toMs === null ? text.dateMissing : fromMs !== null && toMs <= fromMs && text.endBeforeBegin,
      };
    },
    onSubmit({ from, to }) {
      const iso = (value: string) => new Date(readFieldTime(value, timeZone) ?? 0).toISOString();
      onSubmit({ admin: who, from: iso(from), to: iso(to) });
    },
  });
  return (
    <ActionDialog {...dialog} {...form.dialog} title={text.standIn} lead={text.standInLead} submit={text.standIn}>
      <Select
        label={text.admin}
        value={who}
        options={admins.map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={setWho}
        data-autofocus=""
      />
      <Grid columns={2} gap={12} phone={{ columns: 1 }}>
        <Field {...form.field("from")} type="datetime-local" label={text.from} />
        <Field {...form.field("to")} type="datetime-local" label={text.to} />
      </Grid>
      <Text size="caption" tone="muted">
        {text.zone(formatZone(timeZone, nowMs))}
      </Text>
    </ActionDialog>
  );
}
