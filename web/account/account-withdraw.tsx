import { styled } from "goober";
import type { User } from "../api.ts";
import { Card } from "../ui/card.tsx";
import { media, type } from "../ui/theme.ts";
import { OpenWithdrawals } from "../withdrawals/open-withdrawals.tsx";
import { RequestWithdrawalCard } from "../withdrawals/request-withdrawal-card.tsx";
import { MOST } from "../withdrawals/withdrawal-form-rules.ts";
import { WITHDRAWAL_TEXT } from "../withdrawals/withdrawal-text.ts";

const Stack = styled("div")`
  display: grid;
  gap: 16px;
  ${media.phone} {
    gap: 24px;
  }
`;

const Columns = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 560px) minmax(0, 1fr);
  align-items: start;
  gap: 16px;
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Explanation = styled(Card)`
  ${type.body}
  color: var(--muted);
  & > h2 {
    ${type.lead}
    margin-bottom: 12px;
    color: var(--text);
    font-weight: 600;
  }
  & > ol {
    display: grid;
    gap: 12px;
    margin-bottom: 12px;
  }
  & b {
    display: block;
    color: var(--text);
    font-weight: 500;
  }
  ${media.phone} {
    display: none;
  }
`;

/** Taking money out: the request, how it goes, and the requests that are under way. */
export function AccountWithdraw({ user }: { user: User }) {
  return (
    <Stack>
      <Columns>
        <RequestWithdrawalCard person={user} />
        <Explanation aria-labelledby="how-it-goes">
          <h2 id="how-it-goes">{WITHDRAWAL_TEXT.howItGoes}</h2>
          <ol>
            {WITHDRAWAL_TEXT.stages.map(({ name, detail }) => (
              <li key={name}>
                <b>{name}</b>
                {detail}
              </li>
            ))}
          </ol>
          <p>{WITHDRAWAL_TEXT.howItGoesDetail(MOST)}</p>
        </Explanation>
      </Columns>
      <OpenWithdrawals timeZone={user.timeZone} />
    </Stack>
  );
}
