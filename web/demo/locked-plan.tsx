import { useMemo } from "react";
import type { DemoFill, LockedPlan } from "../../worker/contract/demo/demo-types.ts";
import { planSeal } from "../../worker/contract/demo/plan-seal.ts";
import { plannedResultCents } from "../../worker/contract/demo/result-at.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Facts } from "../ui/facts.tsx";
import { capUsd, formatClock, formatPrice, formatSignedMoney } from "../ui/format.ts";
import { Icon, Lock } from "../ui/icon.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { stepsText, unitsText } from "./demo-format.ts";
import { lockedPlanText as text } from "./locked-plan-text.ts";

type PlannedFill = DemoFill & { plan: LockedPlan };

/** Whether a fill has locked a plan. */
export function hasPlan(fill: DemoFill): fill is PlannedFill {
  return fill.plan !== undefined;
}

/** When a fill has locked its plan, and the seal by which any later change of it is seen. */
export function PlanSeal({ fill, timeZone, canCopy }: { fill: PlannedFill; timeZone: string; canCopy: boolean }) {
  const seal = useMemo(() => planSeal(fill), [fill]);
  return (
    <Row gap={6} size="caption" tone="muted" className="num">
      <Icon of={Lock} size={14} />
      <span>
        {text.locked(formatClock(fill.at, timeZone))}, {text.seal(`${seal.slice(0, 4)}…${seal.slice(-4)}`)}
      </span>
      {canCopy && <CopyButton text={seal} what={text.sealName} />}
    </Row>
  );
}

/** A plan as a fill has locked it: what was to be lost and won, and why. */
export function LockedPlanFacts({ fill }: { fill: PlannedFill }) {
  const { reason } = fill.plan;
  return (
    <>
      <Facts arrange="rows" facts={factsOf(fill)} />
      {reason !== "" && (
        <Text size="caption" tone="muted" breaks="anywhere">
          {text.reason(reason)}
        </Text>
      )}
    </>
  );
}

function factsOf(fill: PlannedFill) {
  const { symbol, plan } = fill;
  const { setupName, stop, target, units, riskCents, targetMilliR } = plan;
  return [
    { name: text.setup, value: setupName ?? false },
    { name: text.amount, value: `${unitsText(units)} ${symbol}` },
    {
      name: riskCents === null ? text.stop : text.stopIs1R,
      value: stop !== null && <At price={stopText(stop)} cents={riskCents === null ? null : -riskCents} />,
    },
    {
      name: targetMilliR === null ? text.target : text.targetIn(formatPrice(targetMilliR / 1_000, 1)),
      value: target !== null && <At price={stopText(target)} cents={gainAt(target)} />,
    },
  ];

  function stopText(steps: number): string {
    return stepsText(symbol, steps);
  }

  function gainAt(steps: number): number {
    const { side, price, costsVersion } = fill;
    return plannedResultCents({ symbol, side, units, entryPrice: price, costsVersion }, steps);
  }
}

/** A price, and what reaching it loses or brings; null where that is not known. */
function At({ price, cents }: { price: string; cents: number | null }) {
  return (
    <span className="num">
      {price}
      {cents !== null && (
        <Text as="span" tone={cents < 0 ? "down" : "up"}>
          {" "}
          {formatSignedMoney(capUsd(dollarsFromCents(cents)))}
        </Text>
      )}
    </span>
  );
}

/** The plan of a fill that has opened a position, or that it has none. */
export function PlanOfFill({ fill, timeZone }: { fill: DemoFill; timeZone: string }) {
  if (!hasPlan(fill)) {
    return (
      <Text size="dense" tone="muted">
        {text.none}
      </Text>
    );
  }
  return (
    <>
      <PlanSeal fill={fill} timeZone={timeZone} canCopy />
      <LockedPlanFacts fill={fill} />
    </>
  );
}
