import { type ReactNode, useState } from "react";
import { MONEY } from "../../worker/contract/read-number.ts";
import { FIRST_TRADED, TRADED_SYMBOL_LIST, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { symbolName } from "../state/symbol-text.ts";
import { Card } from "../ui/card.tsx";
import { InlineCountdown } from "../ui/countdown-ring.tsx";
import { CodeBoxes, emptyCode } from "../ui/fields/code-boxes.tsx";
import { Combobox } from "../ui/fields/combobox.tsx";
import { DigitsField } from "../ui/fields/digits-field.tsx";
import { EmailField } from "../ui/fields/email-field.tsx";
import { Field } from "../ui/fields/field.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { NewPasswordField } from "../ui/fields/new-password-field.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { PasswordField } from "../ui/fields/password-field.tsx";
import { PasswordMeter } from "../ui/fields/password-meter.tsx";
import { Select } from "../ui/fields/select.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { TextArea } from "../ui/fields/text-area.tsx";
import { Segments } from "../ui/segments.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { toast } from "../ui/toast/toast.ts";
import { Case, Chapter, Columns, Row } from "./specimen.tsx";

const RESEND_MS = 60_000;

const SIDES = [
  { value: "both", label: "Both" },
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

export function Inputs() {
  const [isOn, setIsOn] = useState(true);
  const [range, setRange] = useState<"day" | "week" | "month">("week");
  return (
    <>
      <Fields />
      <Filters />
      <Comboboxes />
      <CodeKinds />
      <Chapter title="Switch" text="On or off, at once.">
        <Card>
          <Switch
            label="Log-in alerts"
            description="A mail when a new device signs in."
            isOn={isOn}
            onChange={setIsOn}
          />
          <Switch label="SMS notifications" isOn={false} onChange={() => {}} disabled />
          <Switch size="dense" label="Stop loss" isOn={isOn} onChange={setIsOn} />
          <Switch size="dense" label="Take profit" isOn={false} onChange={() => {}} disabled />
        </Card>
        <Case name="Segments: a few options side by side">
          <Columns>
            <Segments
              label="Range"
              value={range}
              onChange={setRange}
              options={[
                { value: "day", label: "1D", words: "One day" },
                { value: "week", label: "1W", words: "One week" },
                { value: "month", label: "1M", words: "One month" },
              ]}
            />
          </Columns>
        </Case>
      </Chapter>
    </>
  );
}

const FRUIT = ["Durian", "Jackfruit", "Longan", "Mango", "Mangosteen", "Rambutan"];

function Comboboxes() {
  const [typed, setTyped] = useState("");
  const search = typed.trim().toLowerCase();
  const choices = search === "" ? [] : FRUIT.filter((name) => name.toLowerCase().startsWith(search));
  const shared = {
    onType: () => {},
    choices: [],
    keyOf: (name: string) => name,
    option: (name: string) => name,
    onChoose: () => {},
  };
  return (
    <Chapter
      title="Combobox"
      text="Offers what fits the typed text. Arrow keys, Enter and Esc; the list opens while the field has the focus."
    >
      <Columns>
        <Combobox
          {...shared}
          label="Fruit"
          hint="Type m, then press the down arrow."
          typed={typed}
          onType={setTyped}
          choices={choices}
          message={search === "" ? null : `Nothing begins with “${typed}”`}
          announcement={`${choices.length} found`}
          onChoose={setTyped}
        />
        <Combobox {...shared} label="Searching" typed="ma" isLoading />
        <Combobox {...shared} label="Nothing found" typed="xy" message="Nothing begins with “xy”" />
        <Combobox {...shared} label="Failed" typed="ma" message="The search failed. Keep typing to try again." />
        <Combobox {...shared} label="Compact, without a visible label" placeholder="Fruit" size="compact" typed="" />
      </Columns>
    </Chapter>
  );
}

function Fields() {
  return (
    <Chapter
      title="Fields"
      text="Label above, one line of hint or error below. 16 px on phones, so that nothing zooms."
    >
      <Columns>
        <EmailField label="E-mail" placeholder="you@example.com" hint="We send the code there." />
        <Field label="Username" defaultValue="sokha.c" error="This username is taken" />
        <Field label="First name" defaultValue="Sokha" disabled />
        <Field label="E-mail, read-only" defaultValue="sokha@example.com" readOnly />
        <Passwords />
        <Choices />
        <TextArea label="Reason" hint="The trader reads it." defaultValue="The image is blurred." />
        <TextArea label="Note" error="Write a note" />
        <TextArea label="Answer" defaultValue="Closed on October 21." disabled />
      </Columns>
      <Case name="A problem that belongs to no field">
        <FieldError id="design-problem">Too many attempts. Wait a minute, or contact support.</FieldError>
      </Case>
    </Chapter>
  );
}

function Filters() {
  const [symbol, setSymbol] = useState<TradedSymbol>(FIRST_TRADED);
  const [side, chooseSide] = useState<"both" | "buy" | "sell">("both");
  return (
    <Chapter title="A bar of filters" text="Compact: the values say what they are, labels are for screen readers.">
      <Row>
        <Select
          size="compact"
          label="Symbol"
          value={symbol}
          onChange={setSymbol}
          options={TRADED_SYMBOL_LIST.map((one) => ({ value: one, label: one }))}
        />
        <Segments label="Direction" value={side} onChange={chooseSide} options={SIDES} />
        <Segments size="dense" label="Direction, dense" value={side} onChange={chooseSide} options={SIDES} />
        <Field size="compact" type="date" label="From" defaultValue="2026-11-21" />
      </Row>
    </Chapter>
  );
}

function Passwords(): ReactNode {
  const [password, setPassword] = useState("tonlesa");
  return (
    <>
      <PasswordField
        label="Password"
        aside={
          <TextLink href="/design" tone="accent">
            Forgot password?
          </TextLink>
        }
      />
      <NewPasswordField
        label="New password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error="Use a longer one"
      />
      <PasswordMeter password="a sentence works" />
    </>
  );
}

function Choices(): ReactNode {
  const [amount, setAmount] = useState("100.00");
  const [symbol, setSymbol] = useState<TradedSymbol>(FIRST_TRADED);
  return (
    <>
      <NumberField
        reads={MONEY}
        label="Amount"
        size="large"
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
        options={TRADED_SYMBOL_LIST.map((one) => ({ value: one, label: `${one}, ${symbolName(one)}` }))}
      />
      <Select
        label="Format, refused"
        value="csv"
        onChange={() => {}}
        options={[{ value: "csv", label: "CSV" }]}
        error="Choose a format"
      />
    </>
  );
}

function CodeKinds() {
  const [code, setCode] = useState(emptyCode);
  const [digits, setDigits] = useState("");
  const [resendAtMs] = useState(() => Date.now() + 42_000);
  return (
    <Chapter title="Codes" text="Paste fills all boxes; Backspace on an empty one moves back; arrows walk.">
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
        <Case name="Sent">
          <CodeBoxes
            label="Verification code, sent"
            characters={[..."7KQ4X2"]}
            onChange={() => {}}
            onComplete={() => {}}
            disabled
          />
        </Case>
        <Case name="Digits of an authenticator app">
          <DigitsField label="Code" size="large" length={6} value={digits} onDigits={setDigits} />
        </Case>
        <Case name="Resend">
          <InlineCountdown label="Send a new code in" endsAtMs={resendAtMs} lengthMs={RESEND_MS} />
        </Case>
      </Columns>
    </Chapter>
  );
}
