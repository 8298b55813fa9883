import { ApiError } from "../../state/api.ts";
import { useQuery } from "../../state/use-query.ts";
import { Callout } from "../../ui/callout.tsx";
import { Text } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { adminKey } from "../core/admin-polling.ts";
import { BOOK_ADMIN_TEXT } from "./book-text.ts";
import { type Plan, PlannedEntries } from "./planned-entries.tsx";

const text = BOOK_ADMIN_TEXT;
const TYPING_PAUSE_MS = 250;

type DryRunProps<Act> = {
  /** The act as its fields have it; null while they are not filled in. */
  of: Act | null;
  /** The item that it is about, where the act does not say it. */
  about?: string;
  /** Asks what it would write. @throws ApiError with the reason for which it would be refused */
  plan: (act: Act, signal: AbortSignal) => Promise<Plan>;
};

/** Every entry that an act on money would write, or why it would be refused, as its fields are filled in. */
export function DryRun<Act extends object>({ of: act, about = "", plan }: DryRunProps<Act>) {
  const { value, error, isLoading, lastValue } = useQuery({
    key: act === null ? null : adminKey("dry run", about, JSON.stringify(act)),
    async fetch(signal) {
      // While the fields change, each change aborts the one before, which then sends nothing.
      await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
      if (act === null) return null;
      try {
        return { plan: await plan(act, signal), refusal: null };
      } catch (problem) {
        if (problem instanceof ApiError) return { plan: null, refusal: problem.message };
        throw problem;
      }
    },
    isLoadedAnew: true,
  });
  if (act === null) {
    return (
      <Text size="dense" tone="muted">
        {text.planLater}
      </Text>
    );
  }
  const shown = value ?? (isLoading ? lastValue : null);
  if (shown?.plan) return <PlannedEntries plan={shown.plan} />;
  if (shown?.refusal) return <Callout tone="warn">{text.refused(shown.refusal)}</Callout>;
  return error !== null ? <Callout tone="warn">{text.planFailed}</Callout> : <Skeleton width="100%" height={96} />;
}
