import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { isWithin, LEVERAGE, START_CENTS } from "../../worker/contract/demo/demo-bounds.ts";
import { DEMO_TEXT } from "../../worker/contract/demo/demo-text.ts";
import type { DemoCosts } from "../../worker/contract/demo/demo-types.ts";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { faultOf, MONEY, numberIn, wholeSteps } from "../../worker/contract/read-number.ts";
import { demoRun } from "../demo/demo-account.ts";
import { useDemoForm } from "../positions/use-demo-command.ts";
import { useIsFrozen } from "../positions/use-is-frozen.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { formatMoney, NO_VALUE } from "../ui/format.ts";
import { Stack, Text } from "../ui/layout.tsx";
import { Segments } from "../ui/segments.tsx";
import { toast } from "../ui/toast/toast.ts";
import { runText } from "./run-text.ts";

const LEVERAGES = [LEVERAGE.min, 5, 10, 20, 30, 50, 100, 200, LEVERAGE.max];

/** Begins a new run with settings of its own, which archives the current one. */
export function NewRunDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  const isFrozen = useIsFrozen();
  const run = demoRun.value;
  const [start, setStart] = useState(String(DEMO_BALANCE_USD));
  const [costs, setCosts] = useState<DemoCosts>(run?.costs ?? "none");
  const [leverage, setLeverage] = useState(String(run?.leverage ?? ""));
  const { submit, isSending, errorOf, formError, setProblem } = useDemoForm({
    fields: ["startBalance", "leverage"],
    changed: runText.resetElsewhere,
    onDone() {
      toast.success(runText.resetDone);
      onClose();
    },
  });
  if (!run) return null;

  const startCents = readStart(start);

  function begin() {
    if (startCents === null) {
      setProblem({ field: "startBalance", message: DEMO_TEXT.startBalanceRange });
      return;
    }
    void submit({
      type: "reset",
      run: run?.number ?? 0,
      startCents,
      costs,
      leverage: leverage === "" ? null : Number(leverage),
    });
  }

  const sum = startCents === null ? null : formatMoney(dollarsFromCents(startCents), "always");
  return (
    <DialogForm
      noValidate
      title={runText.resetTitle}
      note={runText.run(run.number + 1)}
      lead={
        <Stack gap={8}>
          <p>{runText.resetDetail(run.number, sum ?? NO_VALUE)}</p>
          {run.positions.length + run.orders.length > 0 && (
            <p>{runText.resetCloses(run.positions.length, run.orders.length)}</p>
          )}
          <p>{runText.cashStays}</p>
        </Stack>
      }
      cancel={runText.keep}
      submit={runText.reset(sum)}
      isComplete={!isFrozen && faultOf(start, MONEY) === null}
      isBusy={isSending}
      problem={formError}
      onSubmit={begin}
      onChange={() => setProblem(null)}
      onClose={onClose}
    >
      <NumberField
        reads={MONEY}
        label={runText.startBalance}
        prefix="$"
        hint={DEMO_TEXT.startBalanceRange}
        error={errorOf("startBalance")}
        value={start}
        onChange={(event) => setStart(event.target.value)}
      />
      <Stack gap={6}>
        <Text size="dense" weight={500}>
          {runText.costs}
        </Text>
        <Segments<DemoCosts>
          label={runText.costsLabel}
          value={costs}
          options={[
            { value: "none", label: runText.costWords.none },
            { value: "typical", label: runText.costWords.typical },
          ]}
          onChange={setCosts}
        />
        <Text size="caption" tone="muted">
          {runText.costsHint[costs]}
        </Text>
      </Stack>
      <Select
        label={runText.leverage}
        hint={leverage === "" ? runText.leverageHint.none : runText.leverageHint.some}
        error={errorOf("leverage")}
        value={leverage}
        options={[
          { value: "", label: runText.noLeverage },
          ...LEVERAGES.map((each) => ({ value: String(each), label: runText.oneTo(each) })),
        ]}
        onChange={setLeverage}
      />
    </DialogForm>
  );
}

/** The typed balance in dollars; null where no run begins with it. */
function readStart(typed: string): number | null {
  const number = numberIn(typed, MONEY);
  const cents = number === null ? null : wholeSteps(number, 2);
  return cents !== null && isWithin(cents, START_CENTS) ? cents : null;
}
