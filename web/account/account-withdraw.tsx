import { Suspense } from "react";
import type { User } from "../state/api.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { useQuery } from "../state/use-query.ts";
import { Card } from "../ui/card.tsx";
import { Grid, Stack, Text } from "../ui/layout.tsx";
import { NumberedSteps } from "../ui/numbered-steps.tsx";
import { OpenWithdrawals } from "../withdrawals/open-withdrawals.tsx";
import { RequestWithdrawalCard } from "../withdrawals/request-withdrawal-card.tsx";
import { WITHDRAWALS } from "../withdrawals/withdrawal-calls.ts";
import { MOST } from "../withdrawals/withdrawal-form-rules.ts";
import { WITHDRAWAL_TEXT } from "../withdrawals/withdrawal-text.ts";

const OwedNote = lazyPage(async () => (await import("../withdrawals/owed-note.tsx")).OwedNote);

export function AccountWithdraw({ user }: { user: User }) {
  const owed = useQuery(WITHDRAWALS).value?.limits.owed;
  return (
    <Grid columns="repeat(auto-fit, minmax(min(100%, 480px), 1fr))" align="start" gap={16} phone={{ gap: 24 }}>
      <Stack gap={16} minWidth={0}>
        {owed && (
          <Suspense fallback={null}>
            <OwedNote owed={owed} />
          </Suspense>
        )}
        <RequestWithdrawalCard person={user} />
      </Stack>
      <Stack gap={16} minWidth={0}>
        <OpenWithdrawals timeZone={user.timeZone} isExpected={user.heldBalance > 0} />
        <Card aria-labelledby="how-it-goes">
          <Text as="h2" id="how-it-goes" size="lead" margin="0 0 12px">
            {WITHDRAWAL_TEXT.howItGoes}
          </Text>
          <NumberedSteps steps={WITHDRAWAL_TEXT.stages} />
          <Text size="dense" tone="muted" margin="12px 0 0">
            {WITHDRAWAL_TEXT.howItGoesDetail(MOST)}
          </Text>
        </Card>
      </Stack>
    </Grid>
  );
}
