import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Suspense, useEffect } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { alertLabels } from "../alerts/alert-labels.ts";
import { closeAlertEditor, editedSymbol, withAlerts } from "../alerts/alerts-on-demand.ts";
import { leaveFullScreen } from "../chart/full-screen.ts";
import { marketText } from "../prices/market-text.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Bell, Icon, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { KeyCap } from "../ui/key-cap.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { ToolButton } from "../ui/tool-button.ts";
import { FormSkeleton } from "./order-pane.tsx";
import { SheetEdge } from "./order-sheet.tsx";
import { Pane } from "./pane.tsx";

/** Its code comes when an alert is first edited. */
const AlertForm = lazyPage(async () => (await import("../alerts/alert-form.tsx")).AlertForm);

/** Over the ticket, which keeps what it has. */
const Over = styled("div")`
  position: absolute;
  inset: 0;
  z-index: 3;
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
`;

/** The editor of an alert in the ticket's place. */
export function AlertPane({ timeZone }: { timeZone: string }) {
  // A chart that fills the window would cover it.
  useEffect(() => leaveFullScreen(), []);
  return (
    <Over>
      <Pane
        id="alert"
        title={alertLabels.alert}
        mark={<EditedSymbol />}
        aside={
          <Row gap={8}>
            <Box as="span" showOn="pointer" aria-hidden="true">
              <KeyCap>Esc</KeyCap>
            </Box>
            <IconButton icon={X} label={marketText.closeSheet} onClick={closeAlertEditor} />
          </Row>
        }
      >
        <Form timeZone={timeZone} />
      </Pane>
    </Over>
  );
}

/** The editor of an alert as a sheet, on phones. */
export function AlertSheet({ timeZone }: { timeZone: string }) {
  return (
    <Dialog title={alertLabels.alert} mark={<EditedSymbol />} onClose={closeAlertEditor} isTall>
      <SheetEdge>
        <Form timeZone={timeZone} />
      </SheetEdge>
    </Dialog>
  );
}

function Form({ timeZone }: { timeZone: string }) {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <AlertForm timeZone={timeZone} />
    </Suspense>
  );
}

function EditedSymbol() {
  useSignals();
  return (
    <Text as="span" size="dense" tone="muted">
      {editedSymbol.value}
    </Text>
  );
}

/** Opens the editor for an alert on the charted symbol. */
export function AlertControl({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  return (
    <ToolButton
      type="button"
      aria-pressed={editedSymbol.value !== null}
      aria-label={alertLabels.setAlert}
      onClick={() => {
        if (editedSymbol.peek() !== null) return closeAlertEditor();
        AlertForm.preload();
        void withAlerts(({ openAlertEditor }) => openAlertEditor({ symbol }));
      }}
    >
      <Icon of={Bell} />
      {alertLabels.alert}
    </ToolButton>
  );
}
