import { styled } from "goober";
import { media } from "../ui/theme.ts";

/** The payment code on the left, its description beside it. `data-has`: whether there is a code. */
export const KhqrLayout = styled("div")`
  display: grid;
  gap: 16px 20px;
  &[data-has="true"] {
    grid-template-columns: 168px minmax(0, 1fr);
  }
  & > div:first-child:not(:last-child) {
    height: 224px;
  }
  ${media.phone} {
    gap: 16px;
    &[data-has="true"] {
      grid-template-columns: 128px minmax(0, 1fr);
    }
    & > div:first-child:not(:last-child) {
      height: 172px;
    }
  }
`;
