import { styled } from "goober";
import { Grid } from "../layout.tsx";

/** A grid that is dimmed while it is `aria-busy`: it still shows the previous content. */
export const BusyGrid = styled(Grid)`
  transition: opacity var(--motion);
  &[aria-busy="true"] {
    opacity: 0.6;
  }
`;
