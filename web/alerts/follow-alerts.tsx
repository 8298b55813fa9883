import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useLocation, useSearchParams } from "wouter";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { Bell, Icon, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { appear } from "../ui/motion.ts";
import { layer, media, type } from "../ui/theme.ts";
import { alertLabels } from "./alert-labels.ts";
import { firedWords } from "./alert-words.ts";
import { closeReceipt, openedReceipt, openReceipt, useAlerts } from "./alerts.ts";
import { firedAlerts, followFirings, followOtherTabs, touchFirings } from "./fired-alerts.ts";
import { firedText as text } from "./fired-text.ts";

const AlertReceiptDialog = dialogOnDemand(
  async () => (await import("./alert-receipt-dialog.tsx")).AlertReceiptDialog,
  () => ({ title: alertLabels.receipt, width: "large" as const, isTall: true }),
);

/** Of the address of a trading page: the firing whose receipt it shows. */
const FIRING = "alert";

/** The hours in which only alerts that say so are told. `watch` loads them until it is stopped. */
export type QuietHours = { isNow: () => boolean; watch: () => () => void };

/**
 * On every signed-in page: tells of alerts that fire, and shows the receipts of those that have fired.
 * @param props.quiet the same object on every render
 */
export function FollowAlerts({ quiet }: { quiet: QuietHours }) {
  useSignals();
  useAlerts();
  useEffect(() => quiet.watch(), [quiet]);
  useEffect(() => followFirings(quiet.isNow), [quiet]);
  useEffect(followOtherTabs, []);
  const [path, navigate] = useLocation();
  const [search] = useSearchParams();
  const inAddress = path.startsWith(ROUTE.trading) ? Number(search.get(FIRING)) : 0;
  const firing = openedReceipt.value ?? (Number.isSafeInteger(inAddress) && inAddress > 0 ? inAddress : null);
  // However it was opened: its trader has seen it.
  useEffect(() => {
    if (firing !== null) touchFirings([firing]);
  }, [firing]);
  const close = () => {
    if (openedReceipt.value === null) navigate(path, { replace: true });
    closeReceipt();
  };
  return (
    <>
      <Fired />
      {firing !== null && (
        <AlertReceiptDialog
          key={firing}
          firing={firing}
          timeZone={user.value?.timeZone ?? DEFAULT_TIME_ZONE}
          onClose={close}
        />
      )}
    </>
  );
}

const Card = styled("div")`
  position: fixed;
  z-index: ${layer.toast};
  top: calc(var(--top-bar, 0px) + 12px);
  left: 50%;
  display: flex;
  gap: 12px;
  width: min(420px, calc(100vw - 24px));
  padding: 12px 12px 12px 14px;
  border: 1px solid var(--control);
  border-radius: var(--radius-card);
  background: var(--raised);
  box-shadow: var(--shadow);
  transform: translateX(-50%);
  animation: ${appear} var(--motion);
  & > button:first-child {
    display: grid;
    flex: 1;
    grid-template-columns: 34px minmax(0, 1fr);
    gap: 2px 12px;
    align-items: center;
    min-width: 0;
    text-align: left;
  }
  & > button > span:first-child {
    display: grid;
    grid-row: span 2;
    place-items: center;
    align-self: start;
    width: 34px;
    height: 34px;
    border-radius: var(--radius-control);
    background: var(--surface);
    color: var(--accent);
  }
  & b {
    ${type.body}
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & small {
    ${type.dense}
    grid-column: 2;
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  ${media.phone} {
    top: calc(var(--top-bar, 0px) + max(12px, env(safe-area-inset-top)));
  }
`;

/** The alert that has fired last, over everything, until it is touched; then the one before it. */
function Fired() {
  useSignals();
  const fired = firedAlerts.value;
  const newest = fired.at(-1);
  if (!newest) return null;
  const { symbol, note, lastFiring } = newest;
  const firing = lastFiring?.id ?? 0;
  const headline = text.headline(symbol, firedWords(newest, lastFiring));
  const older = fired.length - 1;
  return createPortal(
    <Card data-over-dialogs="" role="alert" key={firing}>
      <button
        type="button"
        aria-label={[text.open(headline), note].filter(Boolean).join(". ")}
        onClick={() => openReceipt(firing)}
      >
        <span>
          <Icon of={Bell} size={20} />
        </span>
        <b>{headline}</b>
        {note && <small>{text.note(note)}</small>}
        {older > 0 && <small>{text.older(older)}</small>}
      </button>
      <IconButton icon={X} label={text.close} onClick={() => touchFirings([firing])} />
    </Card>,
    document.body,
  );
}
