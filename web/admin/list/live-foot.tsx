import { useSignals } from "@preact/signals-react/runtime";
import { formatAge } from "../../ui/format.ts";
import { Row } from "../../ui/layout.tsx";
import { StatusDot } from "../../ui/status-dot.tsx";
import { useNow } from "../../ui/use-now.ts";
import { arrivals } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminArrivals } from "../core/admin-types.ts";

const text = ADMIN_TEXT.live;
const TICK_MS = 10_000;

type LiveFootProps = {
  queue: keyof AdminArrivals;
  /** Whether the last refresh failed. */
  isStale: boolean;
};

/** Foot of a queue: whether it refreshes, and when the newest item arrived. */
export function LiveFoot({ queue, isStale }: LiveFootProps) {
  useSignals();
  const nowMs = useNow(TICK_MS);
  const lastAt = arrivals.value?.[queue] ?? null;
  const label = lastAt === null ? text.on : text.last(formatAge(nowMs - Date.parse(lastAt)));
  return (
    <Row
      as="footer"
      grow={false}
      minHeight={44}
      pad="0 16px"
      phone={{ pad: "0 12px max(0px, env(safe-area-inset-bottom))" }}
      className="num"
    >
      <StatusDot tone={isStale ? "warn" : "up"}>{isStale ? text.stale : label}</StatusDot>
    </Row>
  );
}
