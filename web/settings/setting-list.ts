import { styled } from "goober";
import { type } from "../ui/theme.ts";

/** Settings in one column, with a note at the end. */
export const SettingList = styled("div")`
  display: flex;
  flex-direction: column;
  gap: 16px;
  & > p {
    ${type.dense}
    color: var(--muted);
  }
`;
