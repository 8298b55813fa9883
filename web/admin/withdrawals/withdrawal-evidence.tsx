import { Callout } from "../../ui/callout.tsx";
import { IdCard } from "../../ui/icon.tsx";
import { Stack } from "../../ui/layout.tsx";
import { type AdminFact, AdminFacts } from "../core/admin-facts.tsx";
import { Evidence, SectionTitle } from "../core/admin-layout.ts";
import { type AdminView, midSentence } from "../core/admin-time.ts";
import { EventList } from "../trader/event-list.tsx";
import { EvidenceImage } from "../trader/evidence-image.tsx";
import { EvidenceTabs, type EvidenceView } from "../trader/evidence-tabs.tsx";
import { IdCardImage } from "../trader/id-card-image.tsx";
import { PersonNotes } from "../trader/person-notes.tsx";
import { securityLines } from "../trader/trader-history.ts";
import { TRADER_TEXT } from "../trader/trader-text.ts";
import type { TraderContext } from "../trader/trader-types.ts";
import { UserSessions } from "../users/user-sessions.tsx";
import { isOpen } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import { WithdrawalApprovals } from "./withdrawal-approvals.tsx";
import type { AdminWithdrawal, WithdrawalContext } from "./withdrawal-calls.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type WithdrawalEvidenceProps = {
  request: AdminWithdrawal;
  context: WithdrawalContext;
  view: AdminView;
  onNoteWritten: () => void;
};

export function WithdrawalEvidence({ request, context, view, onNoteWritten }: WithdrawalEvidenceProps) {
  const { trader } = context;
  const { at } = view;
  const { user } = request;
  const device: EvidenceView = {
    value: "device",
    label: TRADER_TEXT.evidence.device,
    content: <DeviceList trader={trader} cameAtMs={Date.parse(request.createdAt)} at={at} />,
  };
  return (
    <Evidence aria-label={text.evidence}>
      <EvidenceTabs
        views={[...imagesOfRequest(request, at), idCardView(trader.identity, user, at), ...codeOf(request), device]}
      />
      {isOpen(request) && (
        <AdminFacts title={TRADER_TEXT.evidence.checks} facts={withdrawalChecks(request, context, at)} />
      )}
      {(isOpen(request) || request.approvedBy.length > 0) && <WithdrawalApprovals request={request} view={view} />}
      <PersonNotes trader={trader} name={user.name} at={at} onWritten={onNoteWritten} />
    </Evidence>
  );
}

/** The payment code stored with the request. */
function codeOf({ paymentDetails, user }: AdminWithdrawal): EvidenceView[] {
  if (!("image" in paymentDetails)) return [];
  const image = {
    src: paymentDetails.image,
    title: text.codeOf(user.name),
    saveAs: `payment-code-${user.username}`,
    caption: text.asRequested,
  };
  const content = <EvidenceImage key={image.src} {...image} />;
  return [{ value: "code", label: text.paymentCode, content, isDecisive: true }];
}

/** The proof of payment, and the images that admins have shown the trader. */
function imagesOfRequest(request: AdminWithdrawal, at: (instant: string) => string): EvidenceView[] {
  const { _id, proofOfPayment: proof, adminImages } = request;
  const caption = (message: string, uploadedAt: string) => [message, at(uploadedAt)].filter(Boolean).join("\n");
  const shown = adminImages.map(({ filename, message, uploadedAt }, index) => ({
    value: filename,
    label: text.adminImage(index + 1, adminImages.length),
    content: (
      <EvidenceImage
        key={filename}
        src={`/api/withdrawal/admin/image/${filename}`}
        title={text.adminImageOf(request.user.name)}
        saveAs={`withdrawal-${_id}`}
        caption={caption(message, uploadedAt)}
      />
    ),
  }));
  if (!proof) return shown;
  const { filename, adminMessage, uploadedAt } = proof;
  const content = (
    <EvidenceImage
      key={filename}
      src={`/api/withdrawal/user/proof/${filename}`}
      title={text.proofOf(request.user.name)}
      saveAs={`withdrawal-${_id}`}
      caption={caption(adminMessage, uploadedAt)}
    />
  );
  return [{ value: "proof", label: text.proofTab, content }, ...shown];
}

type DeviceListProps = {
  trader: TraderContext;
  cameAtMs: number;
  at: (instant: string) => string;
};

function DeviceList({ trader, cameAtMs, at }: DeviceListProps) {
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

const evidenceText = TRADER_TEXT.evidence;

/** The ID card as a view of the evidence, which a press opens. */
function idCardView(
  { status, image, submittedAt }: TraderContext["identity"],
  person: { name: string; username: string },
  at: (instant: string) => string,
): EvidenceView {
  const content =
    image === null ? (
      <Callout icon={IdCard}>{status === "none" ? evidenceText.noCard : evidenceText.erased}</Callout>
    ) : (
      <IdCardImage
        key={image}
        src={image}
        title={evidenceText.cardOf(person.name)}
        saveAs={`id-card-${person.username}`}
        caption={evidenceText.sent(midSentence(at(submittedAt ?? "")))}
      />
    );
  return { value: "card", label: evidenceText.card, content };
}

const checkText = WITHDRAWAL_ADMIN_TEXT.checks;

/** Automatic checks of an open request, each from Tonle's own records. @param at formats an instant */
function withdrawalChecks(
  request: AdminWithdrawal,
  { trader, payouts, warnings }: WithdrawalContext,
  at: (instant: string) => string,
): AdminFact[] {
  return [
    identityCheck(trader, at),
    placeCheck(request, trader),
    paidCheck(payouts, at),
    warnings.some(({ kind }) => kind === "method_changed" || kind === "security_changed" || kind === "new_device")
      ? { name: checkText.security, value: checkText.changed, mark: "warn" }
      : { name: checkText.security, value: checkText.unchanged, mark: "ok" },
  ];
}

function identityCheck({ identity }: WithdrawalContext["trader"], at: (instant: string) => string): AdminFact {
  const { status, decidedAt, decidedBy } = identity;
  if (status !== "verified") return { name: checkText.card, value: TRADER_TEXT.cardWord[status], mark: "warn" };
  return {
    name: checkText.card,
    value: checkText.verified(midSentence(at(decidedAt ?? "")), decidedBy),
    mark: "ok",
    isFigure: true,
  };
}

/** Whether the profile has the same payment details today. */
function placeCheck({ paymentDetails }: AdminWithdrawal, { paymentMethods }: WithdrawalContext["trader"]): AdminFact {
  const { khqr, bankTransfer } = paymentMethods;
  const isSame =
    "image" in paymentDetails
      ? khqr.image === paymentDetails.image
      : bankTransfer.bankName === paymentDetails.bankName && bankTransfer.accountId === paymentDetails.accountId;
  return isSame
    ? { name: checkText.place, value: checkText.samePlace, mark: "ok" }
    : { name: checkText.place, value: checkText.otherPlace, mark: "warn" };
}

function paidCheck(
  { here, lastHereAt, elsewhere }: WithdrawalContext["payouts"],
  at: (instant: string) => string,
): AdminFact {
  if (here > 0)
    return {
      name: checkText.paid,
      value: checkText.paidHere(here, midSentence(at(lastHereAt ?? ""))),
      mark: "ok",
      isFigure: true,
    };
  return elsewhere > 0
    ? { name: checkText.paid, value: checkText.paidElsewhere(elsewhere), mark: "warn" }
    : { name: checkText.paid, value: checkText.neverPaid };
}
