import { useSignals } from "@preact/signals-react/runtime";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { Text } from "../ui/layout.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { WITHDRAWALS } from "./withdrawal-calls.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/**
 * Says that the identity must be verified before an approval, with a link; renders nothing where that is not required.
 */
export function IdentityFirst() {
  useSignals();
  const limits = useQuery(WITHDRAWALS).value?.limits;
  const isVerified = user.value?.idVerificationStatus === "verified";
  if (isVerified || limits?.wantsVerifiedIdentity !== true) return null;
  return (
    <Text size="dense">
      <span>{WITHDRAWAL_TEXT.identityFirst}</span>{" "}
      <TextLink href={ROUTE.profile} tone="accent">
        {WITHDRAWAL_TEXT.verifyIdentity}
      </TextLink>
    </Text>
  );
}
