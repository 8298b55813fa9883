import { styled } from "goober";
import { ROUTE } from "../routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ACCOUNT_TEXT } from "./account-text.ts";

const Words = styled("span")`
  display: block;
  max-width: 56ch;
`;

/** Says what will stand here. There is nothing to withdraw with yet, so there is no form that pretends. */
export function AccountWithdraw() {
  return (
    <Card>
      <EmptyState
        title={ACCOUNT_TEXT.withdrawHeading}
        text={<Words>{ACCOUNT_TEXT.withdrawDetail}</Words>}
        action={<ButtonLink href={ROUTE.accountHistory}>{ACCOUNT_TEXT.toHistory}</ButtonLink>}
      />
    </Card>
  );
}
