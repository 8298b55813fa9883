import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { user } from "../state/session.ts";
import { IdentityCard } from "./identity-card.tsx";
import { PaymentMethodsCard } from "./payment-methods-card.tsx";
import { PersonCard } from "./person-card.tsx";

const Columns = styled("div")`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 16px;
  & > div {
    display: grid;
    gap: 16px;
  }
  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 760px);
  }
`;

/** The profile page: the user's data, the identity check and the payment methods. */
export function ProfilePage() {
  useSignals();
  const person = user.value;
  if (!person) return null;
  return (
    <Columns>
      <div>
        <PersonCard person={person} />
        <IdentityCard person={person} />
      </div>
      <PaymentMethodsCard person={person} />
    </Columns>
  );
}
