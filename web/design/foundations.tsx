import { styled } from "goober";
import { THEMES, type ThemeId } from "../../worker/contract/limits.ts";
import { WaveLines } from "../ui/charts/wave-lines.tsx";
import { Figure } from "../ui/figure.ts";
import * as icons from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { ItemText } from "../ui/item.tsx";
import { Grid, Row as LayoutRow, Text } from "../ui/layout.tsx";
import { Logo, Mark } from "../ui/logo.tsx";
import { Money } from "../ui/money.tsx";
import { Ruler } from "../ui/ruler.tsx";
import { THEME, TOKEN_USE, type } from "../ui/theme.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { Case, Chapter, Row } from "./specimen.tsx";

const Water = styled("div")`
  position: relative;
  isolation: isolate;
  height: 220px;
  overflow: hidden;
  border-radius: var(--radius-card);
`;

const glyphs = Object.entries(icons).filter(([name]) => name !== "Icon") as [string, icons.IconGlyph][];

const typeSizes = Object.keys(type) as (keyof typeof type)[];

export function Foundations({ theme }: { theme: ThemeId }) {
  return (
    <>
      <Colours theme={theme} />
      <Typography />
      <Chapter title="Brand" text="A candle cut by a river; look again and it is a dollar sign.">
        <Row>
          <Logo height={32} />
          <Logo height={28} />
          <Logo />
          <Mark size={24} />
          <Mark size={16} />
        </Row>
        <Case name="River: behind things, once to a view">
          <Water>
            <WaveLines top="20px" />
          </Water>
        </Case>
        <Case name="Ruler: figures stand on its long ticks">
          <Ruler />
        </Case>
      </Chapter>
      <Chapter title="Icons" text="One set, 14, 16 and 20 px, always a true line of 1.5 px.">
        <Row>
          {glyphs.map(([name, glyph]) => (
            <Tooltip key={name} content={name}>
              <IconButton icon={glyph} label={name} />
            </Tooltip>
          ))}
        </Row>
      </Chapter>
    </>
  );
}

function Colours({ theme }: { theme: ThemeId }) {
  return (
    <Chapter
      title="Colour"
      text={`Theme ${theme} of ${THEMES.length}, ${THEME[theme].name}. Each token has one meaning.`}
    >
      <Grid as="ul" columns="repeat(auto-fill, minmax(min(100%, 220px), 1fr))" gap={12}>
        {Object.entries(THEME[theme].colours).map(([token, colour]) => (
          <LayoutRow key={token} as="li" gap={12}>
            <svg width="36" height="36" aria-hidden="true">
              <rect x="0.5" y="0.5" width="35" height="35" rx="7" fill={`var(--${token})`} stroke="var(--line)" />
            </svg>
            <ItemText title={`${token} ${colour}`} note={TOKEN_USE[token as keyof typeof TOKEN_USE]} />
          </LayoutRow>
        ))}
      </Grid>
    </Chapter>
  );
}

function Typography() {
  return (
    <Chapter title="Type" text="Inter, one variable file. Weights 400, 500 and 600.">
      <Grid as="ul" gap={12}>
        {typeSizes.map((name) => (
          <LayoutRow key={name} as="li" align="baseline" gap={16} minWidth={0}>
            <Text as="span" size="caption" tone="muted" width={72} grow={false}>
              {name}
            </Text>
            <Text as="span" size={name} breaks="ellipsis" minWidth={0}>
              The market runs both ways
            </Text>
          </LayoutRow>
        ))}
      </Grid>
      <Case name="Figures: tabular, a true minus, colour only with a sign">
        <Row>
          <Figure className="num" data-size="hero">
            <Money usd={6908.02} />
          </Figure>
          <Figure className="num" data-size="page">
            <Money usd={37.14} as="result" />
          </Figure>
          <Figure className="num" data-size="page">
            <Money usd={-39.8} as="result" />
          </Figure>
          <Figure className="num" data-size="row">
            <Money usd={-120} as="moved" />
          </Figure>
          <Figure className="num" data-size="row">
            <Money usd={0} as="result" />
          </Figure>
          <Figure className="num" data-size="row">
            <Money usd={null} />
          </Figure>
        </Row>
      </Case>
    </Chapter>
  );
}
