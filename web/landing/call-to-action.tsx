import { styled } from "goober";
import { ROUTE } from "../state/routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Box } from "../ui/layout.tsx";
import { media, type } from "../ui/theme.ts";
import { headingType } from "./heading-type.ts";
import { landingText } from "./landing-text.ts";
import { Column, StartButtons } from "./page-layout.tsx";

/** The river: calm water from the left edge to the point where the price line starts. */
const RIVER =
  "M-480 278c50-12 100-30 160-28c120 4 140 26 260 12c40-4 90-18 180-18c60 0 70 24 123 24c57 0 127-21 140-22c57-8 87-30 145-30c62 0 72 15 112 14c50-4 80-28 120-42c40-14 70-27 110-27c30 0 50 7 71 11";
/** The continuation of the same line as a price. */
const PRICE =
  "M941 172l6 8 7-17 7-16 7-2 6 5 6-7 6 4 6-6 6 3 6-6 8-11 7-1 7-2 8 3 6 1 7-2 6 5 7-7 7 6 8-17 8-3 6 6 6-8 6 5 7-5 8 7 7 5 7 1 7-8 9-14 8-18 7 2 6-8 7-20 7-3 8 2 5-12 6 4";

const Stage = styled("section")`
  position: relative;
  overflow: hidden;
  height: 336px;
  margin-top: 128px;
  padding-top: 72px;
  border-top: 1px solid var(--line);
  & h2 {
    ${type.figure}
  }
  & h2 > span {
    display: block;
  }
  & > svg {
    position: absolute;
    top: 12px;
    left: calc(50% - 1200px);
    z-index: -1;
    width: 2400px;
    fill: none;
  }
  ${media.narrow} {
    & > svg {
      left: calc(100% - 1760px);
    }
  }
  ${media.phone} {
    height: auto;
    margin-top: 88px;
    padding: 56px 0 200px;
    & h2 {
      ${headingType.phoneSection}
    }
    & h2 > span {
      ${headingType.narrowLine}
    }
    & > svg {
      top: auto;
      bottom: -118px;
      left: calc(100% - 1730px);
    }
  }
`;

/** The final call to action, with a river that becomes a price line and ends in a dot. */
export function CallToAction() {
  const {
    heading: [first, second],
    createAccount,
  } = landingText.lastCall;
  return (
    <Stage aria-labelledby="last-call">
      <Column>
        <h2 id="last-call">
          <span>{first}</span> <span>{second}</span>
        </h2>
        <Box margin="24px 0 0">
          <StartButtons start={createAccount}>
            <ButtonAnchor size="form" href={ROUTE.login} data-for="stranger">
              {landingText.logIn}
            </ButtonAnchor>
          </StartButtons>
        </Box>
      </Column>
      <svg viewBox="-480 0 2400 336" height="336" aria-hidden="true">
        <linearGradient id="shallows" gradientUnits="userSpaceOnUse" x1="600" x2="900">
          <stop stopColor="var(--line)" />
          <stop offset="1" stopColor="var(--line)" stopOpacity="0" />
        </linearGradient>
        <path d={RIVER} stroke="url(#shallows)" strokeOpacity="0.6" transform="translate(0 34)" />
        <path d={RIVER} stroke="url(#shallows)" transform="translate(0 17)" />
        <path d={RIVER} stroke="var(--control)" strokeWidth="1.25" />
        <path d={PRICE} stroke="var(--accent)" strokeWidth="1.5" strokeLinejoin="round" />
        <path d="M1216 46H1920" stroke="var(--control)" strokeDasharray="1.5 4" />
        <circle cx="1200" cy="46" r="8.5" stroke="var(--control)" />
        <circle cx="1200" cy="46" r="4" fill="var(--accent)" />
      </svg>
    </Stage>
  );
}
