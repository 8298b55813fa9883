import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Suspense, useState } from "react";
import { planWords } from "../plans/plan-draft.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { useShortcuts } from "../state/shortcuts.ts";
import { ChevronDown, ChevronUp, Icon, NotebookPen } from "../ui/icon.tsx";
import { ButtonKey } from "../ui/key-cap.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { media, type } from "../ui/theme.ts";
import { changeDraft, orderDraft } from "./draft.ts";
import { orderText as text } from "./order-text.ts";
import { isPlanOpen, openPlan } from "./plan-open.ts";

const PlanFields = lazyPage(async () => (await import("../plans/plan-fields.tsx")).PlanFields);

const Frame = styled("section")`
  margin: 0 -8px;
  padding: 0 8px;
  border-radius: var(--radius-control);
  background: var(--raised);
  & > button {
    ${type.dense}
    display: flex;
    align-items: center;
    gap: 8px;
    width: 100%;
    height: 40px;
    color: var(--muted);
    text-align: left;
  }
  & > button > b {
    color: var(--text);
    font-weight: 600;
  }
  & > button > span:not([aria-hidden]) {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > div {
    padding-bottom: 8px;
  }
  @media (min-width: 640px) and (max-height: 959px) {
    & > button {
      height: 32px;
    }
  }
  @media (min-width: 640px) and (max-height: 799px) {
    margin: -6px -8px;
    & > button {
      height: 24px;
    }
  }
  ${media.phone} {
    & > button {
      height: 48px;
    }
  }
`;

/** The plan of the order: a row that says what is planned, and its fields while it is open. The order never waits for it. */
export function PlanRow() {
  useSignals();
  const isOpen = isPlanOpen.value;
  const { plan } = orderDraft.value;
  const [isByKey, setIsByKey] = useState(false);
  const toggle = (byKey: boolean) => {
    setIsByKey(byKey);
    openPlan(!isOpen);
  };
  useShortcuts({ plan: () => toggle(true) });
  const planned = planWords(plan);
  return (
    <Frame>
      <button type="button" aria-expanded={isOpen} aria-keyshortcuts="P" onClick={() => toggle(false)}>
        <Icon of={NotebookPen} size={16} />
        <b>{text.plan}</b>
        <span>{isOpen ? text.planLocks : planned || text.planOptional}</span>
        {!isOpen && planned === "" && <ButtonKey>P</ButtonKey>}
        <Icon of={isOpen ? ChevronUp : ChevronDown} size={16} />
      </button>
      {isOpen && (
        <div>
          <Suspense fallback={<Skeleton width="100%" height={96} />}>
            <PlanFields plan={plan} hasFocus={isByKey} onChange={changePlan} />
          </Suspense>
        </div>
      )}
    </Frame>
  );
}

function changePlan(part: Partial<typeof orderDraft.value.plan>): void {
  changeDraft({ plan: { ...orderDraft.peek().plan, ...part } });
}
