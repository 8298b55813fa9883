import { useState } from "react";
import { FIRST_TRADED, TRADED_SYMBOL_LIST, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { Card } from "../ui/card.tsx";
import { CodeBoxes, emptyCode } from "../ui/code-boxes.tsx";
import { InlineCountdown } from "../ui/countdown-ring.tsx";
import { Field } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { PasswordMeter } from "../ui/password-meter.tsx";
import { Select } from "../ui/select.tsx";
import { Switch } from "../ui/switch.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { toast } from "../ui/toaster.tsx";
import { Case, Chapter, Columns } from "./specimen.tsx";

const RESEND_MS = 60_000;

/** The chapter of inputs, choices and switches. */
export function Inputs() {
  const [password, setPassword] = useState("tonlesa");
  const [amount, setAmount] = useState("100.00");
  const [code, setCode] = useState(emptyCode);
  const [symbol, setSymbol] = useState<TradedSymbol>(FIRST_TRADED);
  const [isOn, setIsOn] = useState(true);
  const [resendAtMs] = useState(() => Date.now() + 42_000);
  return (
    <>
      <Chapter
        title="Fields"
        text="Label above, one line of hint or error below. 16 px on phones, so that nothing zooms."
      >
        <Columns>
          <Field label="E-mail" type="email" placeholder="you@example.com" hint="We send the code there." />
          <Field label="Username" defaultValue="sokha.c" error="This username is taken" />
          <Field label="First name" defaultValue="Sokha" disabled />
          <Field label="E-mail, read-only" defaultValue="sokha@example.com" readOnly />
          <PasswordField
            label="Password"
            aside={
              <TextLink href="/design" tone="accent">
                Forgot password?
              </TextLink>
            }
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            hint={<PasswordMeter password={password} />}
          />
          <Field
            label="Amount"
            size="large"
            inputMode="decimal"
            prefix="$"
            suffix="USD"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            aside="Available $350.55"
          />
          <Select
            label="Symbol"
            value={symbol}
            onChange={setSymbol}
            options={TRADED_SYMBOL_LIST.map((one) => ({ value: one, label: `${one}, ${TRADED_SYMBOLS[one].name}` }))}
          />
        </Columns>
      </Chapter>
      <Chapter title="Code boxes" text="Paste fills them all; Backspace on an empty one moves back; arrows walk.">
        <Columns>
          <Case name="Empty">
            <CodeBoxes
              label="Verification code"
              characters={code}
              onChange={setCode}
              onComplete={(whole) => toast.success(`Complete: ${whole.toUpperCase()}`)}
            />
          </Case>
          <Case name="Refused">
            <CodeBoxes
              label="Verification code, refused"
              characters={[..."7KQ4X2"]}
              onChange={() => {}}
              onComplete={() => {}}
              error="Invalid or expired code"
            />
          </Case>
          <Case name="Resend">
            <InlineCountdown label="Send a new code in" endsAtMs={resendAtMs} lengthMs={RESEND_MS} />
          </Case>
        </Columns>
      </Chapter>
      <Chapter title="Switch" text="On or off, at once.">
        <Card>
          <Switch
            label="Log-in alerts"
            description="A mail when a new device signs in."
            isOn={isOn}
            onChange={setIsOn}
          />
          <Switch label="SMS notifications" isOn={false} onChange={() => {}} disabled />
        </Card>
      </Chapter>
    </>
  );
}
