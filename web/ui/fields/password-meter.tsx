import { styled } from "goober";
import { PASSWORD } from "../../../worker/contract/limits.ts";
import { Check, Icon } from "../icon.tsx";
import { RulerScale } from "../ruler.tsx";
import { type } from "../theme.ts";
import { uiText } from "../ui-text.ts";

const Frame = styled("div")`
  padding-top: 4px;
`;

const Words = styled("div")`
  ${type.caption}
  display: flex;
  justify-content: space-between;
  gap: 12px;
  margin-top: 4px;
  color: var(--muted);
`;

const Count = styled("span")`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  flex: none;
  color: var(--text);
  font-weight: 500;
  &[data-enough="true"] {
    color: var(--up);
  }
`;

/** Shows the length of a password against the required minimum. It measures length, not strength. */
export function PasswordMeter({ password }: { password: string }) {
  const length = [...password.normalize("NFC")].length;
  const least = PASSWORD.codePointsMin;
  const isEnough = length >= least;
  return (
    <Frame>
      <RulerScale units={least} filled={length} />
      <Words>
        <span>{uiText.password.least(least)}</span>
        <Count className="num" data-enough={isEnough}>
          {isEnough && <Icon of={Check} size={14} />}
          {uiText.password.counted(Math.min(length, least), least)}
        </Count>
      </Words>
    </Frame>
  );
}
