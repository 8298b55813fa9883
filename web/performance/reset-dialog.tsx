import { useSignals } from "@preact/signals-react/runtime";
import { demoFailure, demoRun, retryDemo, useDemoAccount } from "../demo/demo-account.ts";
import { NewRunDialog } from "../runs/new-run-dialog.tsx";
import { requestIdOf } from "../state/api.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { runText as text } from "./run-text.ts";

/** The trading page's dialog that archives the current run, as soon as the run is known. */
export function ResetDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  useDemoAccount();
  if (demoRun.value !== null) return <NewRunDialog onClose={onClose} />;
  return (
    <Dialog title={text.resetTitle} onClose={onClose}>
      {demoFailure.value === null ? (
        <SpinnerBlock />
      ) : (
        <ErrorState
          title={text.accountLost}
          text={text.accountLostText}
          requestId={requestIdOf(demoFailure.value)}
          onRetry={retryDemo}
        />
      )}
    </Dialog>
  );
}
