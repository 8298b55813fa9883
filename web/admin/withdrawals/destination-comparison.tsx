import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { ViewableImage } from "../../ui/image/viewable-image.tsx";
import { Box, Text } from "../../ui/layout.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import type { TraderContext } from "../trader/trader-types.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal, WithdrawalWarning } from "./withdrawal-calls.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type Place = Pick<AdminWithdrawal, "paymentMethod" | "paymentDetails">;

type DestinationComparisonProps = {
  request: AdminWithdrawal;
  warnings: readonly WithdrawalWarning[];
  trader: TraderContext;
  onClose: () => void;
};

/** Where the request before went, where this one goes, and what the profile has today; what differs from this one is marked. */
export function DestinationComparison({ request, warnings, trader, onClose }: DestinationComparisonProps) {
  const { title, before, now, profile, none, unknown, close } = text.comparison;
  const moved = warnings.find(({ kind }) => kind === "method_changed");
  const from = moved?.kind === "method_changed" ? moved.from : null;
  const today = placesOf(trader.paymentMethods);
  return (
    <Dialog
      title={title}
      width="large"
      onClose={onClose}
      actions={
        <Button data-autofocus="" onClick={onClose}>
          {close}
        </Button>
      }
    >
      <FactColumns>
        {from ? (
          <PlaceFacts title={before} place={from} request={request} />
        ) : (
          <Missing title={before} text={unknown} />
        )}
        <PlaceFacts title={now} place={request} request={request} />
        {today.map((place) => (
          <PlaceFacts key={place.paymentMethod} title={profile} place={place} request={request} />
        ))}
        {today.length === 0 && <Missing title={profile} text={none} />}
      </FactColumns>
    </Dialog>
  );
}

function Missing({ title, text: words }: { title: string; text: string }) {
  return (
    <Box>
      <AdminFacts title={title} facts={[]} />
      <Text size="dense" tone="muted">
        {words}
      </Text>
    </Box>
  );
}

type PlaceFactsProps = { title: string; place: Place; request: Place };

function PlaceFacts({ title, place, request }: PlaceFactsProps) {
  const { paymentMethod, paymentDetails } = place;
  const there = request.paymentDetails;
  const marked = (name: string, value: string, isSame: boolean, isFigure = false): AdminFact => ({
    name,
    value,
    isFigure,
    mark: isSame ? undefined : "warn",
  });
  const method = marked(text.method, text.methodName(paymentMethod), paymentMethod === request.paymentMethod);
  if ("image" in paymentDetails) {
    return (
      <Box>
        <AdminFacts title={title} facts={[method]} />
        <Box height={180} margin="8px 0 0">
          <ViewableImage src={paymentDetails.image} title={text.comparison.codeOf(title)} saveAs="payment-code" />
        </Box>
      </Box>
    );
  }
  const { bankName, accountId } = paymentDetails;
  const other = "image" in there ? null : there;
  return (
    <AdminFacts
      title={title}
      facts={[
        method,
        marked(text.bank, bankName, bankName === other?.bankName),
        marked(text.account, accountId, accountId === other?.accountId, true),
      ]}
    />
  );
}

/** The active payment methods of a profile, in the form of a request's destination. */
function placesOf({ khqr, bankTransfer }: TraderContext["paymentMethods"]): Place[] {
  const { bankName, accountId, isActive } = bankTransfer;
  const bank: Place = { paymentMethod: "Bank Transfer", paymentDetails: { bankName, accountId } };
  const code: Place[] =
    khqr.isActive && khqr.image !== null ? [{ paymentMethod: "KHQR", paymentDetails: { image: khqr.image } }] : [];
  return [...(isActive ? [bank] : []), ...code];
}
