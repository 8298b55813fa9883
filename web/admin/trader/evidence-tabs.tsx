import { type ReactNode, useId, useState } from "react";
import { Row, Text } from "../../ui/layout.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { KEYS } from "../core/admin-keys.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { IsInSightContext } from "./evidence-images.ts";
import { TRADER_TEXT } from "./trader-text.ts";

const text = TRADER_TEXT.evidence;

/**
 * One view of the evidence.
 * @property value its key among the views
 * @property isDecisive loaded from the start: nothing is decided before it has loaded
 */
export type EvidenceView = { value: string; label: string; content: ReactNode; isDecisive?: true };

/**
 * The views of the evidence, each behind a tab. E switches to the next. An opened view stays mounted behind its tab: an
 * image keeps its zoom, and one that failed keeps its state.
 * @param views at least one
 */
export function EvidenceTabs({ views }: { views: readonly EvidenceView[] }) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const place = Math.max(
    0,
    views.findIndex(({ value }) => value === chosen),
  );
  const shown = views[place];
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (shown && !opened.has(shown.value)) setOpened(new Set([...opened, shown.value]));
  useShortcuts({ [KEYS.evidence]: () => setChosen(views[(place + 1) % views.length]?.value ?? null) });
  if (!shown) return null;
  return (
    <div>
      <Row
        as="header"
        justify="space-between"
        gap={8}
        minHeight={44}
        margin="-20px -20px 16px"
        pad="0 8px 0 20px"
        line="bottom"
        phone={{ margin: "-16px -16px 16px", pad: "0 8px 0 16px" }}
      >
        <Text as="h2" size="body" weight={600}>
          {text.title}
        </Text>
        <Tabs label={text.title} id={id} size="pills" value={shown.value} items={views} onChange={setChosen} />
      </Row>
      {views
        .filter(({ value, isDecisive }) => isDecisive || opened.has(value))
        .map(({ value, content }) => (
          <TabPanel key={value} id={id} value={value} isHidden={value !== shown.value}>
            <IsInSightContext value={value === shown.value}>{content}</IsInSightContext>
          </TabPanel>
        ))}
    </div>
  );
}
