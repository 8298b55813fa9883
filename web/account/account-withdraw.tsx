import { styled } from "goober";
import type { User } from "../state/api.ts";
import { Card } from "../ui/card.tsx";
import { media, type } from "../ui/theme.ts";
import { NumberedSteps } from "../withdrawals/numbered-steps.ts";
import { OpenWithdrawals } from "../withdrawals/open-withdrawals.tsx";
import { RequestWithdrawalCard } from "../withdrawals/request-withdrawal-card.tsx";
import { MOST } from "../withdrawals/withdrawal-form-rules.ts";
import { WITHDRAWAL_TEXT } from "../withdrawals/withdrawal-text.ts";

const Columns = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 560px) minmax(0, 1fr);
  align-items: start;
  gap: 16px;
  & > div {
    display: grid;
    gap: 16px;
  }
  @media (max-width: 1279px) {
    grid-template-columns: minmax(0, 1fr);
  }
  ${media.phone} {
    gap: 24px;
  }
`;

const Explanation = styled(Card)`
  ${type.dense}
  color: var(--muted);
  & > h2 {
    ${type.lead}
    margin-bottom: 12px;
    color: var(--text);
    font-weight: 600;
  }
  & > p {
    margin-top: 12px;
  }
`;

/** The withdraw tab: the request form, the open withdrawals and how a withdrawal works. */
export function AccountWithdraw({ user }: { user: User }) {
  return (
    <Columns>
      <RequestWithdrawalCard person={user} />
      <div>
        <OpenWithdrawals timeZone={user.timeZone} isExpected={user.heldBalance > 0} />
        <Explanation aria-labelledby="how-it-goes">
          <h2 id="how-it-goes">{WITHDRAWAL_TEXT.howItGoes}</h2>
          <NumberedSteps>
            {WITHDRAWAL_TEXT.stages.map(({ name, detail }) => (
              <li key={name}>
                <b>{name}</b>
                {detail}
              </li>
            ))}
          </NumberedSteps>
          <p>{WITHDRAWAL_TEXT.howItGoesDetail(MOST)}</p>
        </Explanation>
      </div>
    </Columns>
  );
}
