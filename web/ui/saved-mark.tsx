import { useEffect, useState } from "react";
import { Check, Icon } from "./icon.tsx";
import { Row, Text } from "./layout.tsx";

/** As long as a notice that closes by itself. Source: specification section 9, "Notice dialog auto-close" */
const SHOWN_MS = 4_000;

/**
 * Whether something was saved just now.
 * @returns also the function that says so; null to take it back
 */
export function useSavedMark(): { isSaved: boolean; setSavedAt: (atMs: number | null) => void } {
  const [savedAt, setSavedAt] = useState<number | null>(null);
  useEffect(() => {
    if (savedAt === null) return;
    const timer = setTimeout(() => setSavedAt(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [savedAt]);
  return { isSaved: savedAt !== null, setSavedAt };
}

/** Beside what was saved: a check with its words. The page says the same in a `LiveRegion`, which is there before. */
export function SavedMark({ children }: { children: string }) {
  return (
    <Row as="span" aria-hidden="true" gap={4} size="dense" tone="muted">
      <Text as="span" tone="up">
        <Icon of={Check} size={14} />
      </Text>
      {children}
    </Row>
  );
}
