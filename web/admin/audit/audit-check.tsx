import { useState } from "react";
import { problemOf, useSubmit } from "../../state/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { CircleAlert, CircleCheck, TriangleAlert } from "../../ui/icon.tsx";
import { Text } from "../../ui/layout.tsx";
import { AdminFlag } from "../core/admin-flag.tsx";
import { AUDIT_ADMIN_TEXT } from "./audit-admin-text.ts";
import { type AuditCheck, checkAudit } from "./audit-calls.ts";

const text = AUDIT_ADMIN_TEXT;

/** State of a check. `failed`: no response came, so the result is unknown. */
export type AuditCheckState = {
  phase: "idle" | "running" | "done" | "failed";
  checked: number;
  faults: AuditCheck["faults"];
};

const NOTHING: Omit<AuditCheckState, "phase"> = { checked: 0, faults: [] };

/** Verifies the whole log against its seals, one range after another. The run stops when the component unmounts. */
export function useAuditCheck(): { state: AuditCheckState; run: () => void } {
  const [found, setFound] = useState<typeof NOTHING | null>(null);
  const { submit, isSending, problem } = useSubmit<void, void>({
    async send(_, _key, signal) {
      let sum = NOTHING;
      setFound(sum);
      for (let after: number | null = 0; after !== null; ) {
        const { checked, faults, next }: AuditCheck = await checkAudit(after, signal);
        sum = { checked: sum.checked + checked, faults: [...sum.faults, ...faults] };
        setFound(sum);
        after = next;
      }
    },
    explain: (error) => problemOf(error, text.checkFailed),
  });
  const ended = problem ? "failed" : "done";
  const phase = isSending ? "running" : found === null ? "idle" : ended;
  return { state: { phase, ...(found ?? NOTHING) }, run: () => void submit() };
}

export function AuditCheckButton({ state, run }: ReturnType<typeof useAuditCheck>) {
  return (
    <Button variant="accent" isLoading={state.phase === "running"} onClick={run}>
      {text.check}
    </Button>
  );
}

export function AuditCheckOutcome({ state: { phase, checked, faults } }: { state: AuditCheckState }) {
  return (
    <div aria-live="polite">
      {phase === "running" && <p>{text.checking(checked)}</p>}
      {phase === "failed" && (
        <AdminFlag tone="warn" icon={CircleAlert} title={text.checkFailed}>
          {text.checkFailedDetail}
        </AdminFlag>
      )}
      {phase === "done" && faults.length === 0 && (
        <AdminFlag tone="plain" icon={CircleCheck} title={text.intact}>
          {text.intactDetail(checked)}
        </AdminFlag>
      )}
      {faults.length > 0 && (
        <>
          <AdminFlag tone="warn" icon={TriangleAlert} title={text.broken}>
            {text.brokenDetail}
          </AdminFlag>
          <Text as="ul" size="dense" pad="8px 12px 0 38px" className="num">
            {faults.map(({ sequence, kind }) => (
              <li key={`${sequence} ${kind}`}>{text.fault[kind](sequence)}</li>
            ))}
          </Text>
        </>
      )}
    </div>
  );
}
