import { styled } from "goober";
import type { ReactNode } from "react";
import { media, type } from "../ui/theme.ts";

/** Cards with immediate actions, below the settings of a tab. */
export const ActionCards = styled("div")`
  display: grid;
  gap: 16px;
  margin-top: 24px;
`;

const Line = styled("div")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  & h2 {
    ${type.body}
  }
  & p {
    ${type.caption}
    color: var(--muted);
  }
  & > button {
    flex: none;
  }
  ${media.phone} {
    flex-wrap: wrap;
    & > button {
      width: 100%;
    }
  }
`;

/** The description of an action with its button. */
export function ActionLine({ title, why, children }: { title: string; why: string; children: ReactNode }) {
  return (
    <Line>
      <div>
        <h2>{title}</h2>
        <p>{why}</p>
      </div>
      {children}
    </Line>
  );
}
