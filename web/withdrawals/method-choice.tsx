import { styled } from "goober";
import { useId } from "react";
import { FieldError } from "../ui/field-frame.tsx";
import { Icon, Landmark, QrCode } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { MaskedAccount } from "./destination-name.tsx";
import type { Destination, PaymentMethod } from "./payment-destination.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const Group = styled("fieldset")`
  display: grid;
  gap: 8px;
  min-width: 0;
  & > legend {
    ${type.dense}
    margin-bottom: 6px;
    padding: 0;
    font-weight: 500;
  }
`;

const Choice = styled("label")`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 64px;
  padding: 8px 16px;
  border: 1px solid var(--control);
  border-radius: var(--radius-card);
  background: var(--surface);
  cursor: pointer;
  transition: border-color var(--motion), background-color var(--motion);
  &:hover {
    background: var(--raised);
  }
  &:has(:checked) {
    border-color: var(--accent);
    background: var(--raised);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & > input {
    appearance: none;
    display: grid;
    place-items: center;
    flex: none;
    width: 20px;
    height: 20px;
    border: 1.5px solid var(--control);
    border-radius: 50%;
    outline: none;
    cursor: pointer;
  }
  & > input:checked {
    border-color: var(--accent);
  }
  & > input:checked::after {
    content: "";
    width: 10px;
    height: 10px;
    border-radius: 50%;
    background: var(--accent);
  }
`;

const Tile = styled("span")`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  border-radius: var(--radius-control);
  background: color-mix(in oklab, var(--text) 8%, var(--surface));
  color: var(--muted);
`;

const Labels = styled("span")`
  flex: 1;
  min-width: 0;
  & > b {
    ${type.body}
    display: block;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & > span {
    ${type.dense}
    color: var(--muted);
  }
`;

type MethodChoiceProps = {
  destinations: readonly Destination[];
  value: PaymentMethod | null;
  error: string | null;
  onChange: (method: PaymentMethod) => void;
};

/** The choice among the active payment methods: radio buttons as cards. */
export function MethodChoice({ destinations, value, error, onChange }: MethodChoiceProps) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <Group aria-describedby={error ? errorId : undefined}>
      <legend>{WITHDRAWAL_TEXT.payTo}</legend>
      {destinations.map(({ paymentMethod, paymentDetails }) => (
        <Choice key={paymentMethod}>
          <Tile>
            <Icon of={"image" in paymentDetails ? QrCode : Landmark} />
          </Tile>
          <Labels>
            <b>{paymentMethod === "KHQR" ? WITHDRAWAL_TEXT.khqr : WITHDRAWAL_TEXT.bankTransfer}</b>
            <span>
              {"image" in paymentDetails ? (
                WITHDRAWAL_TEXT.khqrDetail
              ) : (
                <>
                  {paymentDetails.bankName} <MaskedAccount accountId={paymentDetails.accountId} />
                </>
              )}
            </span>
          </Labels>
          <input
            type="radio"
            name={name}
            value={paymentMethod}
            checked={value === paymentMethod}
            onChange={() => onChange(paymentMethod)}
          />
        </Choice>
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </Group>
  );
}
