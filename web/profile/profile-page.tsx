import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { formatDate, NO_VALUE } from "../format.ts";
import { Avatar } from "../shell/avatar.tsx";
import { user } from "../state/session.ts";
import { Card } from "../ui/card.tsx";
import { Icon, Lock } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { Fact, FactRows } from "./fact-rows.tsx";
import { PaymentMethodsCard } from "./payment-methods-card.tsx";
import { profileText as text } from "./profile-text.ts";

const Columns = styled("div")`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 16px;
  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 760px);
  }
`;

const Person = styled("div")`
  display: flex;
  align-items: center;
  gap: 16px;
  padding-bottom: 16px;
  margin-bottom: 8px;
  border-bottom: 1px solid var(--line);
  & h2 {
    ${type.section}
    overflow-wrap: anywhere;
  }
  & p {
    ${type.dense}
    color: var(--muted);
  }
`;

/** Who one is to Tonle. */
export function ProfilePage() {
  useSignals();
  const person = user.value;
  if (!person) return null;
  return (
    <Columns>
      <Card>
        <Person>
          <Avatar person={person} size={72} />
          <div>
            <h2>{person.name}</h2>
            <p>
              {text.memberSince} {formatDate(person.createdAt, person.timeZone)}
            </p>
          </div>
        </Person>
        <FactRows>
          <Fact term={text.username}>{person.username}</Fact>
          <Fact term={text.fullName}>{person.name}</Fact>
          <Fact term={text.phone}>{person.phone || NO_VALUE}</Fact>
          <Fact term={text.address}>{person.address || NO_VALUE}</Fact>
          <Fact
            term={text.email}
            aside={
              <>
                <Icon of={Lock} size={14} />
                {text.readOnly}
              </>
            }
          >
            {person.email}
          </Fact>
        </FactRows>
      </Card>
      <PaymentMethodsCard methods={person.paymentMethods} />
    </Columns>
  );
}
