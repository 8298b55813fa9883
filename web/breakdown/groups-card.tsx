import { useSignals } from "@preact/signals-react/runtime";
import { useId } from "react";
import { useLocation, useSearchParams } from "wouter";
import { type Breakdown, DIMENSIONS, type Dimension, NO_KEY } from "../../worker/contract/trade-groups.ts";
import { filterQuery, type PerformanceAddress, pathOf } from "../performance/performance-address.ts";
import { ROUTE } from "../state/routes.ts";
import { Card } from "../ui/card.tsx";
import { Box, Text } from "../ui/layout.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { breakdownText as text } from "./breakdown-text.ts";
import { rowsOf } from "./group-rows.ts";
import { GroupTable } from "./group-table.tsx";

type GroupsCardProps = { breakdown: Breakdown; at: Pick<PerformanceAddress, "account" | "filter"> };

/** The groups of one dimension after the other, which the address names. */
export function GroupsCard({ breakdown, at }: GroupsCardProps) {
  useSignals();
  const id = useId();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const dimension = DIMENSIONS.find((one) => one === query.get("by")) ?? firstOf(breakdown);
  const choose = (by: Dimension) => {
    navigate(pathOf(ROUTE.performanceBreakdown, at.account, { ...filterQuery(at.filter), by }), { replace: true });
  };
  const rows = rowsOf(breakdown, dimension, at);
  const empty = isLabel(dimension) && rows.every(({ key }) => key === NO_KEY) ? text.noLabels[dimension] : null;
  const note = text.notes[dimension];
  return (
    <Card isFlush aria-label={text.title}>
      <Tabs
        size="dense"
        isInset
        label={text.title}
        id={id}
        value={dimension}
        items={DIMENSIONS.map((value) => ({ value, label: text.by[value] }))}
        onChange={choose}
      />
      <TabPanel id={id} value={dimension}>
        {empty ? (
          <Box pad="24px 20px" phone={{ pad: "20px 16px" }}>
            <Text tone="muted">{empty}</Text>
          </Box>
        ) : (
          <GroupTable label={text.by[dimension]} head={text.by[dimension]} rows={rows} />
        )}
        <Text size="caption" tone="muted" pad="12px 20px" line="top" phone={{ pad: "12px 16px" }}>
          {note && <>{note} </>}
          {breakdown.all.risked > 0 && <>{text.unit} </>}
          {text.about}
        </Text>
      </TabPanel>
    </Card>
  );
}

/** Setups where there are some, else symbols. */
function firstOf({ by }: Breakdown): Dimension {
  return by.setup.some(({ key }) => key !== NO_KEY) ? "setup" : "symbol";
}

function isLabel(dimension: Dimension): dimension is keyof typeof text.noLabels {
  return dimension in text.noLabels;
}
