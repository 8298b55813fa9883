import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { media } from "../../ui/theme.ts";
import { useNow } from "../../ui/use-now.ts";
import { queues } from "../desk/desk-beat.ts";
import { QueueCards } from "./queue-cards.tsx";

const Pane = styled("div")`
  flex: 1;
  min-height: 0;
  overflow: auto;
`;

const Grid = styled("div")`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr));
  align-items: start;
  gap: 16px;
  max-width: 1440px;
  padding: 20px;
  ${media.phone} {
    padding: 16px;
  }
`;

/** Ages are shown in minutes. */
const TICK_MS = 10_000;

/** Where the desk opens: what waits. */
export function OverviewDesk() {
  useSignals();
  const nowMs = useNow(TICK_MS);
  return <Pane>{queues.value && <Grid>{<QueueCards queues={queues.value} nowMs={nowMs} />}</Grid>}</Pane>;
}
