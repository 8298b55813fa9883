import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type CSSProperties, useEffect } from "react";
import { useLocation } from "wouter";
import { useCloseQuestion } from "../../state/close-question.ts";
import { sessionEnd } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Icon, TriangleAlert, X } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ButtonKey } from "../../ui/key-cap.tsx";
import { Box, Row, Text } from "../../ui/layout.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { layer, media, tint, type } from "../../ui/theme.ts";
import { UNDO_MS } from "../../ui/undo-time.ts";
import { useNow } from "../../ui/use-now.ts";
import { KEYS } from "./admin-keys.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import {
  forget,
  type PendingAction,
  pendingActions,
  reopen,
  resumeCountdowns,
  sendAllNow,
  stopCountdowns,
} from "./pending-actions.ts";
import { useShortcuts } from "./use-shortcuts.ts";

/** Over the end of the queue, so that the open item does not move when a line appears; on narrow screens below everything. */
const Strip = styled("aside")`
  position: fixed;
  left: 12px;
  bottom: 68px;
  z-index: ${layer.header};
  width: 344px;
  & > ul {
    display: grid;
    gap: 8px;
  }
  ${media.narrow} {
    position: static;
    flex: none;
    width: auto;
    padding-bottom: env(safe-area-inset-bottom);
    & > ul {
      gap: 0;
    }
  }
`;

const Line = styled("li")`
  ${type.dense}
  position: relative;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 52px;
  padding: 6px 6px 8px 12px;
  overflow: hidden;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  box-shadow: var(--shadow);
  /* The reason has the whole line, with the buttons below it. */
  &[data-state="refused"] {
    flex-wrap: wrap;
    justify-content: flex-end;
    & > [role="alert"] {
      flex: 1 0 calc(100% - 24px);
    }
    background: ${tint("warn", 12, "raised")};
    border-color: ${tint("warn", 40, "raised")};
  }
  /* The remaining share of the countdown. */
  & > i {
    position: absolute;
    inset: auto 0 0;
    height: 2px;
    background: var(--accent);
    transform: scaleX(var(--left));
    transform-origin: left;
    transition: transform 250ms linear;
  }
  ${media.touch} {
    --dense-control: 44px;
  }
  ${media.narrow} {
    padding-right: 20px;
    padding-left: 20px;
    border-width: 1px 0 0;
    border-radius: 0;
    box-shadow: none;
  }
  ${media.phone} {
    padding-right: 16px;
    padding-left: 16px;
  }
`;

const text = ADMIN_TEXT.pending;
/** Update interval of the bar; with reduced motion it moves in steps. */
const TICK_MS = 250;

/** The pending decisions: the remaining time with Undo, and the refused ones with their reason. */
export function PendingStrip() {
  useSignals();
  const [, navigate] = useLocation();
  const shown = pendingActions.value.filter(({ state }) => state !== "open");
  const newest = shown.findLast(({ state }) => state === "waiting");
  const oldestRefused = shown.find(({ state }) => state === "refused");
  const isUnfinished = shown.some(({ state }) => state !== "refused");
  const nowMs = useNow(newest ? TICK_MS : null);

  const hasEnded = sessionEnd.value !== null;
  useEffect(() => {
    if (hasEnded) stopCountdowns();
    else resumeCountdowns();
  }, [hasEnded]);
  // Leaving for another part of the product sends the decisions; closing the page asks for confirmation.
  useEffect(() => () => void sendAllNow(), []);
  useCloseQuestion(isUnfinished);

  const open = (action: PendingAction) => () => {
    reopen(action);
    navigate(action.href);
  };
  useShortcuts({
    [KEYS.undo]: newest && open(newest),
    [KEYS.sendNow]: newest && (() => void sendAllNow()),
    [KEYS.openRefused]: oldestRefused && open(oldestRefused),
  });

  return (
    <>
      {shown.length > 0 && (
        <Strip aria-label={text.title}>
          <ul>
            {shown.map((action) => (
              <Line key={action.key} data-state={action.state}>
                {action.state === "refused" ? (
                  <RefusedLine action={action} hasKey={action === oldestRefused} onOpen={open(action)} />
                ) : (
                  <WaitingLine action={action} hasKeys={action === newest} nowMs={nowMs} onUndo={open(action)} />
                )}
              </Line>
            ))}
          </ul>
        </Strip>
      )}
      <LiveRegion>{newest ? text.announcement(newest.label, newest.traderName, UNDO_MS / 1_000) : ""}</LiveRegion>
    </>
  );
}

type WaitingLineProps = { action: PendingAction; hasKeys: boolean; nowMs: number; onUndo: () => void };

function WaitingLine({ action, hasKeys, nowMs, onUndo }: WaitingLineProps) {
  const { state, sendAtMs } = action;
  if (state === "sending") {
    return (
      <>
        <Words action={action} note={text.sending} />
        <Spinner />
      </>
    );
  }
  const isWaiting = state === "waiting";
  // The clock may be one tick behind an action that was just added.
  const leftMs = Math.min(UNDO_MS, Math.max(0, sendAtMs - nowMs));
  return (
    <>
      <Words action={action} note={isWaiting ? text.countdown(Math.ceil(leftMs / 1_000)) : text.unsent} />
      {isWaiting && (
        <Button size="dense" variant="plain" aria-keyshortcuts={KEYS.sendNow} onClick={() => void sendAllNow()}>
          {hasKeys && <ButtonKey>{KEYS.sendNow}</ButtonKey>}
          {text.sendNow}
        </Button>
      )}
      <Button size="dense" aria-keyshortcuts={isWaiting ? KEYS.undo : undefined} onClick={onUndo}>
        {hasKeys && <ButtonKey>{KEYS.undo}</ButtonKey>}
        {text.undo}
      </Button>
      {isWaiting && <i aria-hidden="true" style={leftStyle(leftMs / UNDO_MS)} />}
    </>
  );
}

function RefusedLine({ action, hasKey, onOpen }: { action: PendingAction; hasKey: boolean; onOpen: () => void }) {
  return (
    <>
      <Box as="span" self="start" margin="4px 0 0">
        <Icon of={TriangleAlert} tone="warn" />
      </Box>
      <Words action={action} problem={action.problem?.message} />
      <Button size="dense" aria-keyshortcuts={KEYS.openRefused} onClick={onOpen}>
        {hasKey && <ButtonKey>{KEYS.openRefused}</ButtonKey>}
        {text.open}
      </Button>
      <IconButton icon={X} label={text.forget(action.label)} onClick={() => forget(action)} />
    </>
  );
}

/** The decision and its trader, and its state or why it was refused. */
function Words(props: { action: PendingAction; note?: string; problem?: string | undefined }) {
  const { label, traderName, state } = props.action;
  return (
    <Box grow minWidth={0} tone="muted" role={state === "refused" ? "alert" : undefined}>
      <Text tone="text" weight={500}>
        {label}
      </Text>
      <Row breaks="never" className="num">
        <Text as="span" maxWidth="72%" breaks="ellipsis">
          {traderName}
        </Text>
        {props.note}
      </Row>
      <Text breaks="anywhere">{props.problem}</Text>
    </Box>
  );
}

/** React's style type has no custom properties. */
function leftStyle(share: number): CSSProperties {
  const style: CSSProperties & { "--left": number } = { "--left": share };
  return style;
}
