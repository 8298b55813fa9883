import { styled } from "goober";
import { media } from "../ui/theme.ts";

/** The room of the plot: what the page leaves it by `--plot-height`, else a fixed height. */
export const PlotHeight = styled("div")`
  position: relative;
  height: var(--plot-height, 380px);
  min-height: 220px;
  ${media.phone} {
    height: var(--plot-height, 280px);
  }
`;
