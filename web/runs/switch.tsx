import { useSignals } from "@preact/signals-react/runtime";
import { type CSSProperties, memo, useState } from "react";
import { demoRun } from "../demo/demo-account.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { ChevronDown, Icon } from "../ui/icon.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { runText } from "./run-text.ts";

const RunsDialog = dialogOnDemand(
  async () => (await import("./runs-dialog.tsx")).RunsDialog,
  (_: { timeZone: string; onClose: () => void; onNewRun: () => void }) => ({ title: runText.demoRuns, width: "wide" }),
);
const NewRunDialog = dialogOnDemand(
  async () => (await import("./new-run-dialog.tsx")).NewRunDialog,
  (_: { onClose: () => void }) => ({ title: runText.resetTitle }),
);

type RunSwitchProps = {
  timeZone: string;
  /** Of its button. */
  style?: CSSProperties;
};

/** The current run; a click opens its settings, the archive, and what begins a new one. */
export const RunSwitch = memo(function RunSwitch({ timeZone, style }: RunSwitchProps) {
  useSignals();
  const [open, setOpen] = useState<"runs" | "new" | null>(null);
  const number = demoRun.value?.number ?? null;
  if (number === null) return <DemoBadge />;
  return (
    <>
      <Button aria-haspopup="dialog" style={style} onClick={() => setOpen("runs")}>
        <DemoBadge />
        {runText.run(number)}
        <VisuallyHidden>{runText.openRuns}</VisuallyHidden>
        <i data-part="arrow">
          <Icon of={ChevronDown} />
        </i>
      </Button>
      {open === "runs" && (
        <RunsDialog timeZone={timeZone} onClose={() => setOpen(null)} onNewRun={() => setOpen("new")} />
      )}
      {open === "new" && <NewRunDialog onClose={() => setOpen(null)} />}
    </>
  );
});
