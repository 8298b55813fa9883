import { styled } from "goober";
import { Fragment } from "react";
import { Button } from "../ui/button.tsx";
import { WaveLines } from "../ui/charts/wave-lines.tsx";
import { Play } from "../ui/icon.tsx";
import { Box, Text } from "../ui/layout.tsx";
import { media } from "../ui/theme.ts";
import { headingType } from "./heading-type.ts";
import { landingText } from "./landing-text.ts";
import { MiniTerminal } from "./mini-terminal.tsx";
import { Column, StartButtons } from "./page-layout.tsx";

const Stage = styled("div")`
  position: relative;
  isolation: isolate;
  overflow: hidden;
  padding: 72px 0;
  & > div {
    display: grid;
    grid-template-columns: 464fr 736fr;
  }
  & h1 {
    ${headingType.headline}
    font-weight: 600;
  }
  & h1 > span {
    display: block;
  }
  ${media.narrow} {
    padding: 48px 0;
    & > [aria-hidden] {
      display: none;
    }
    & > div {
      grid-template-columns: minmax(0, 1fr);
      gap: 48px;
    }
    & h1 > span {
      ${headingType.narrowLine}
    }
  }
  ${media.phone} {
    padding: 32px 0 48px;
    & > div {
      gap: 40px;
    }
    & h1 {
      ${headingType.phoneHeadline}
    }
  }
`;

export function Hero() {
  const { headline, lead, start, watch, note } = landingText.hero;
  return (
    <Stage>
      <WaveLines top="448px" />
      <Column>
        <Box maxWidth={416} pad="44px 16px 0 0" narrow={{ maxWidth: 560, pad: 0 }}>
          <h1>
            {headline.map((line) => (
              <Fragment key={line}>
                <span>{line}</span>{" "}
              </Fragment>
            ))}
          </h1>
          <Text size="lead" tone="muted" margin="20px 0 32px" phone={{ margin: "16px 0 24px" }}>
            {lead}
          </Text>
          <StartButtons start={start}>
            <Button size="form" icon={Play} data-live="" data-watch-demo="">
              {watch}
            </Button>
          </StartButtons>
          <Text role="status" size="caption" tone="muted" margin="16px 0 0" data-watch-note="">
            {note}
          </Text>
        </Box>
        <MiniTerminal />
      </Column>
    </Stage>
  );
}
