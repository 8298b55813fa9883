import { useEffect, useRef, useState } from "react";
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

/** Verifies the whole log against its seals, one range after another. The run stops when the component unmounts. */
export function useAuditCheck(): { state: AuditCheckState; run: () => Promise<void> } {
  const [state, setState] = useState<AuditCheckState>({ phase: "idle", checked: 0, faults: [] });
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  async function run(): Promise<void> {
    let progress: AuditCheckState = { phase: "running", checked: 0, faults: [] };
    setState(progress);
    try {
      for (let after: number | null = 0; after !== null && isMounted.current; ) {
        const { checked, faults, next }: AuditCheck = await checkAudit(after);
        progress = { ...progress, checked: progress.checked + checked, faults: [...progress.faults, ...faults] };
        setState(progress);
        after = next;
      }
      setState({ ...progress, phase: "done" });
    } catch {
      setState({ ...progress, phase: "failed" });
    }
  }
  return { state, run };
}

/** Button that starts the check. */
export function AuditCheckButton({ state, run }: ReturnType<typeof useAuditCheck>) {
  return (
    <Button variant="accent" isLoading={state.phase === "running"} onClick={run}>
      {text.check}
    </Button>
  );
}

/** Result of the check, also announced to screen readers. */
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
