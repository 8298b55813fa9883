import { Stack } from "../../ui/layout.tsx";
import { SectionTitle } from "../core/admin-layout.ts";
import { UserSessions } from "../users/user-sessions.tsx";
import { EventList } from "./event-list.tsx";
import { securityLines } from "./trader-history.ts";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

type DeviceListProps = {
  trader: TraderContext;
  /** When the item was created, epoch ms. */
  cameAtMs: number;
  at: (instant: string) => string;
};

/** The trader's sessions, and the security changes of their account. */
export function DeviceList({ trader, cameAtMs, at }: DeviceListProps) {
  return (
    <Stack gap={16}>
      <UserSessions sessions={trader.sessions} onEnd={null} />
      <section>
        <SectionTitle>{TRADER_TEXT.evidence.changes}</SectionTitle>
        <EventList lines={securityLines(trader, cameAtMs)} at={at} empty={TRADER_TEXT.noChange} />
      </section>
    </Stack>
  );
}
