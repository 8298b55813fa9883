import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { TextLink } from "../ui/text-link.tsx";
import { type } from "../ui/theme.ts";
import { withdrawalLimits } from "./withdrawal-history.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const Line = styled("p")`
  ${type.dense}
  text-align: left;
`;

/**
 * Says that the identity must be verified before an approval, with a link; renders nothing where that is not required.
 */
export function IdentityFirst() {
  useSignals();
  const isVerified = user.value?.idVerificationStatus === "verified";
  if (isVerified || withdrawalLimits.value?.wantsVerifiedIdentity !== true) return null;
  return (
    <Line>
      <span>{WITHDRAWAL_TEXT.identityFirst}</span>{" "}
      <TextLink href={ROUTE.profile} tone="accent">
        {WITHDRAWAL_TEXT.verifyIdentity}
      </TextLink>
    </Line>
  );
}
