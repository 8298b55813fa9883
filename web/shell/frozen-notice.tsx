import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { ROUTE } from "../routes.ts";
import { user } from "../state/session.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Icon, Lock } from "../ui/icon.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { shellText } from "./shell-text.ts";

const Line = styled("aside")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  margin-bottom: 16px;
  padding: 8px 8px 8px 16px;
  border: 1px solid ${tint("warn", 40)};
  border-radius: var(--radius-card);
  background: ${tint("warn", 12)};
  & > p {
    display: flex;
    flex: 1 1 280px;
    gap: 10px;
  }
  & > p > svg {
    margin-top: 2px;
    color: var(--warn);
  }
  ${media.print} {
    display: none;
  }
`;

/** Says on every screen that no money can be moved, before anybody tries. */
export function FrozenNotice() {
  useSignals();
  if (!user.value?.frozenAt) return null;
  return (
    <Line aria-label={shellText.frozen.label}>
      <p>
        <Icon of={Lock} />
        {shellText.frozen.words}
      </p>
      <ButtonAnchor size="dense" href={ROUTE.support}>
        {shellText.frozen.support}
      </ButtonAnchor>
    </Line>
  );
}
