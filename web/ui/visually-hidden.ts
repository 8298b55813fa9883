import { styled } from "goober";
import { media } from "./theme.ts";

const hidden = `
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Text for screen readers only. */
export const VisuallyHidden = styled("span")(hidden);

/** A label that phones have no room for; screen readers read it on every screen. */
export const WideLabel = styled("span")`
  ${media.phone} {
    ${hidden}
  }
`;

/** A label that only the widest screens have room for; screen readers read it on every screen. */
export const WidestLabel = styled("span")`
  @media (max-width: 1679px) {
    ${hidden}
  }
`;
