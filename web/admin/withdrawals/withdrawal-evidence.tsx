import { AdminFacts } from "../core/admin-facts.tsx";
import { Evidence } from "../core/admin-layout.ts";
import type { AdminView } from "../core/admin-time.ts";
import { DeviceList } from "../trader/device-list.tsx";
import { EvidenceImage } from "../trader/evidence-image.tsx";
import { EvidenceTabs, type EvidenceView } from "../trader/evidence-tabs.tsx";
import { idCardView } from "../trader/id-card-view.tsx";
import { PersonNotes } from "../trader/person-notes.tsx";
import { TRADER_TEXT } from "../trader/trader-text.ts";
import { isOpen } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import { WithdrawalApprovals } from "./withdrawal-approvals.tsx";
import type { AdminWithdrawal, WithdrawalContext } from "./withdrawal-calls.ts";
import { withdrawalChecks } from "./withdrawal-checks.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type WithdrawalEvidenceProps = {
  request: AdminWithdrawal;
  context: WithdrawalContext;
  view: AdminView;
  onNoteWritten: () => void;
};

/** The evidence of a request: images, devices, automatic checks, approvals, and notes. */
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
