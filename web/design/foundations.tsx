import { styled } from "goober";
import { THEMES, type ThemeId } from "../../worker/contract/limits.ts";
import { Figure } from "../ui/figure.ts";
import * as icons from "../ui/icon.tsx";
import { Icon } from "../ui/icon.tsx";
import { Logo, Mark } from "../ui/logo.tsx";
import { Money } from "../ui/money.tsx";
import { Ruler } from "../ui/ruler.tsx";
import { THEME, TOKEN_USE, type } from "../ui/theme.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { WaveLines } from "../ui/wave-lines.tsx";
import { Case, Chapter, Row } from "./specimen.tsx";

const Swatches = styled("ul")`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
  gap: 12px;
  & > li {
    display: grid;
    grid-template-columns: 36px 1fr;
    gap: 0 12px;
  }
  & svg {
    grid-row: span 2;
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
  }
  & b {
    ${type.dense}
  }
  & span {
    ${type.caption}
    color: var(--muted);
  }
`;

const Scale = styled("ul")`
  display: grid;
  gap: 12px;
  & > li {
    display: grid;
    grid-template-columns: 72px 1fr;
    align-items: baseline;
    gap: 16px;
    min-width: 0;
  }
  & > li > span:first-child {
    ${type.caption}
    color: var(--muted);
  }
  & > li > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & [data-type="caption"] {
    ${type.caption}
  }
  & [data-type="dense"] {
    ${type.dense}
  }
  & [data-type="body"] {
    ${type.body}
  }
  & [data-type="lead"] {
    ${type.lead}
  }
  & [data-type="section"] {
    ${type.section}
    font-weight: 600;
  }
  & [data-type="figure"] {
    ${type.figure}
    font-weight: 600;
  }
  & [data-type="hero"] {
    ${type.hero}
    font-weight: 600;
  }
`;

const Water = styled("div")`
  position: relative;
  isolation: isolate;
  height: 220px;
  overflow: hidden;
  border-radius: var(--radius-card);
`;

const Glyph = styled("button")`
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: var(--radius-control);
  color: var(--muted);
  cursor: default;
`;

const glyphs = Object.entries(icons).filter(([name]) => name !== "Icon") as [string, icons.IconGlyph][];

/** The chapter of colours, typography, figures, icons and the brand. */
export function Foundations({ theme }: { theme: ThemeId }) {
  return (
    <>
      <Chapter
        title="Colour"
        text={`Theme ${theme} of ${THEMES.length}, ${THEME[theme].name}. Each token has one meaning.`}
      >
        <Swatches>
          {Object.entries(THEME[theme].colours).map(([token, colour]) => (
            <li key={token}>
              <svg width="36" height="36" aria-hidden="true">
                <rect width="36" height="36" rx="7" fill={`var(--${token})`} />
              </svg>
              <b>
                {token} <span>{colour}</span>
              </b>
              <span>{TOKEN_USE[token as keyof typeof TOKEN_USE]}</span>
            </li>
          ))}
        </Swatches>
      </Chapter>
      <Chapter title="Type" text="Inter, one variable file. Weights 400, 500 and 600.">
        <Scale>
          {Object.keys(type).map((name) => (
            <li key={name}>
              <span>{name}</span>
              <span data-type={name}>The market runs both ways</span>
            </li>
          ))}
        </Scale>
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
              <Glyph type="button" aria-label={name}>
                <Icon of={glyph} size={20} />
              </Glyph>
            </Tooltip>
          ))}
        </Row>
      </Chapter>
    </>
  );
}
