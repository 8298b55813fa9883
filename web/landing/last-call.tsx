import { styled } from "goober";
import { ROUTE } from "../routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { media, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Column, oneColumn } from "./page-layout.tsx";

/** Calm water from the left edge to the bank where the price begins. */
const RIVER =
  "M-480 302C-430 290 -380 272 -320 274C-200 278 -180 300 -60 286C-20 282 30 268 120 268C180 268 190 292 243 292C300 292 370 271 383 270C440 262 470 240 528 240C590 240 600 255 640 254C690 250 720 226 760 212C800 198 830 185 870 185C900 185 920 192 941 196";
/** The same line once it is a price. */
const PRICE =
  "M941 196l6 7 7-18 7-18 7-3 6 4 6-8 6 2 6-7 6 2 6-7 8-13 7-2 7-3 8 1 6 0 7-3 6 4 7-9 7 5 8-18 8-4 6 4 6-9 6 4 7-6 8 5 7 4 7 0 7-11 9-15 8-19 7 1 6-10 7-21 7-4 8 0 5-13 6 3";

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
  & > div > div {
    display: flex;
    gap: 12px;
    margin-top: 24px;
  }
  & > svg {
    position: absolute;
    top: 24px;
    left: calc(50% - 1200px);
    z-index: -1;
    width: 2400px;
    fill: none;
  }
  ${oneColumn} {
    & > svg {
      left: calc(100% - 1760px);
    }
  }
  ${media.phone} {
    height: auto;
    margin-top: 88px;
    padding: 56px 0 200px;
    & h2 {
      line-height: 32px;
    }
    & h2 > span {
      display: inline;
    }
    & > div > div {
      gap: 8px;
    }
    & > div > div > a {
      flex: 1;
    }
    & > svg {
      top: auto;
      bottom: -118px;
      left: calc(100% - 1730px);
    }
  }
`;

/** The last call to action, where the river becomes a price and ends in a dot. */
export function LastCall() {
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
        <div>
          <ButtonAnchor variant="accent" size="form" href={ROUTE.signUp}>
            {createAccount}
          </ButtonAnchor>
          <ButtonAnchor size="form" href={ROUTE.login}>
            {landingText.logIn}
          </ButtonAnchor>
        </div>
      </Column>
      <svg viewBox="-480 0 2400 336" height="336" aria-hidden="true">
        <path d={RIVER} stroke="var(--line)" strokeOpacity="0.5" transform="translate(0 34)" />
        <path d={RIVER} stroke="var(--line)" transform="translate(0 17)" />
        <path d={RIVER} stroke="var(--control)" strokeWidth="1.25" />
        <path d={PRICE} stroke="var(--accent)" strokeWidth="1.5" strokeLinejoin="round" />
        <path d="M1216 21H1920" stroke="var(--control)" strokeDasharray="1.5 4" />
        <circle cx="1200" cy="21" r="8.5" stroke="var(--control)" />
        <circle cx="1200" cy="21" r="4" fill="var(--accent)" />
      </svg>
    </Stage>
  );
}
