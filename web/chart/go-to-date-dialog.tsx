import { type FormEvent, useRef, useState } from "react";
import { CANDLE_INTERVALS, type CandleInterval } from "../../worker/contract/candles.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Field } from "../ui/fields/field.tsx";
import { formatWith } from "../ui/format.ts";
import { toast } from "../ui/toast/toast.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";
import { chartViewText } from "./chart-view-text.ts";
import { goToDate, startOfDate } from "./go-to-date.ts";
import { zoneOfCandles } from "./plot/time-labels.ts";

type GoToDateProps = { chart: ChartController; interval: CandleInterval; timeZone: string; onClose: () => void };

/** Asks for a date and shows its candles. */
export function GoToDateDialog({ chart, interval, timeZone, onClose }: GoToDateProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const zone = zoneOfCandles(CANDLE_INTERVALS[interval], timeZone);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const date = input.current?.value ?? "";
    const atMs = startOfDate(date, zone);
    if (Number.isNaN(atMs)) return setProblem(chartViewText.needsDate);
    if (atMs > Date.now()) return setProblem(chartViewText.futureDate);
    setBusy(true);
    const outcome = await goToDate(chart, atMs);
    setBusy(false);
    if (outcome.is === "not loaded") return setProblem(chartViewText.historyLate);
    if (outcome.is === "before history") {
      const begins = formatWith(outcome.beginsAtMs, zone, { month: "short", day: "numeric", year: "numeric" });
      toast(chartViewText.historyBegins(chartText.intervalWords[interval], begins));
    }
    onClose();
  }

  return (
    <DialogForm
      title={chartViewText.goToDate}
      width="narrow"
      noValidate
      cancel={chartViewText.cancel}
      submit={chartViewText.go}
      isBusy={isBusy}
      onSubmit={(event) => void onSubmit(event)}
      onClose={onClose}
    >
      <Field
        ref={input}
        type="date"
        label={chartViewText.date}
        error={problem ?? undefined}
        onChange={() => setProblem(null)}
        data-autofocus=""
      />
    </DialogForm>
  );
}
