import { useSignals } from "@preact/signals-react/runtime";
import { user } from "../state/session.ts";
import { Grid } from "../ui/layout.tsx";
import { IdentityCard } from "./identity-card.tsx";
import { PaymentMethodsCard } from "./payment-methods-card.tsx";
import { PersonCard } from "./person-card.tsx";

export function ProfilePage() {
  useSignals();
  const person = user.value;
  if (!person) return null;
  return (
    <Grid columns={2} align="start" gap={16} medium={{ columns: "minmax(0, 760px)" }}>
      <Grid gap={16}>
        <PersonCard person={person} />
        <IdentityCard person={person} />
      </Grid>
      <PaymentMethodsCard person={person} />
    </Grid>
  );
}
