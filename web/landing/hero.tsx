import { styled } from "goober";
import { ROUTE } from "../state/routes.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Play } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { WaveLines } from "../ui/wave-lines.tsx";
import { landingText } from "./landing-text.ts";
import { MiniTerminal } from "./mini-terminal.tsx";
import { Column, oneColumn } from "./page-layout.tsx";

const Stage = styled("div")`
  position: relative;
  isolation: isolate;
  overflow: hidden;
  padding: 72px 0;
  & > div {
    display: grid;
    grid-template-columns: 464fr 736fr;
  }
  ${oneColumn} {
    padding: 48px 0;
    & > [aria-hidden] {
      display: none;
    }
    & > div {
      grid-template-columns: minmax(0, 1fr);
      gap: 48px;
    }
  }
  ${media.phone} {
    padding: 32px 0 48px;
    & > div {
      gap: 40px;
    }
  }
`;

const Intro = styled("div")`
  max-width: 416px;
  padding: 44px 16px 0 0;
  & > h1 {
    ${type.hero}
    font-weight: 600;
  }
  & > h1 > span {
    display: block;
  }
  & > p:nth-child(2) {
    ${type.lead}
    margin: 20px 0 32px;
    color: var(--muted);
  }
  & > div {
    display: flex;
    gap: 12px;
  }
  & > p:last-child {
    ${type.caption}
    margin-top: 16px;
    color: var(--muted);
  }
  ${oneColumn} {
    max-width: 560px;
    padding: 0;
    & > h1 > span {
      display: inline;
    }
  }
  ${media.phone} {
    & > h1 {
      font-size: 36px;
      line-height: 40px;
    }
    & > p:nth-child(2) {
      margin: 16px 0 24px;
    }
    & > div {
      gap: 8px;
    }
    & > div > * {
      flex: 1;
    }
  }
  @media (scripting: none) {
    & [data-watch-demo] {
      display: none;
    }
  }
`;

/** Headline and lead, beside the mini terminal. */
export function Hero() {
  const { headline, lead, start, watch, note } = landingText.hero;
  return (
    <Stage>
      <WaveLines top="448px" />
      <Column>
        <Intro>
          <h1>
            {headline.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h1>
          <p>{lead}</p>
          <div>
            <ButtonAnchor variant="accent" size="form" href={ROUTE.signUp} data-for="stranger">
              {start}
            </ButtonAnchor>
            <ButtonAnchor variant="accent" size="form" href={ROUTE.dashboard} data-for="member" hidden>
              {landingText.openDashboard}
            </ButtonAnchor>
            <Button size="form" icon={Play} data-watch-demo="">
              {watch}
            </Button>
          </div>
          <p role="status" data-watch-note="">
            {note}
          </p>
        </Intro>
        <MiniTerminal />
      </Column>
    </Stage>
  );
}
