import { useSignals } from "@preact/signals-react/runtime";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { Text } from "../ui/layout.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { WITHDRAWALS } from "./withdrawal-calls.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/**
 * Says that the identity must be verified before an approval, with a link until the ID card is sent; renders nothing where that
 * is not required.
 */
export function IdentityFirst() {
  useSignals();
  const limits = useQuery(WITHDRAWALS).value?.limits;
  const status = user.value?.idVerificationStatus;
  if (status === "verified" || limits?.wantsVerifiedIdentity !== true) return null;
  if (status === "pending") return <Text size="dense">{WITHDRAWAL_TEXT.identityInReview}</Text>;
  return (
    <Text size="dense">
      <span>{WITHDRAWAL_TEXT.identityFirst}</span>{" "}
      <TextLink href={ROUTE.profile}>{WITHDRAWAL_TEXT.verifyIdentity}</TextLink>
    </Text>
  );
}
