import { styled } from "goober";
import { NO_VALUE } from "../ui/format.ts";
import { Ruler } from "../ui/ruler.tsx";
import { media, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Column } from "./page-layout.tsx";
import { LANDING_FIGURES, type LandingFigure } from "./script/figures-text.ts";

// Each figure is aligned with a long tick of the ruler, so the columns are multiples of its 100 px steps.
const Figures = styled("dl")`
  display: grid;
  grid-template-columns: repeat(4, 300px);
  gap: 12px 0;
  overflow: hidden;
  padding-top: 16px;
  & > div {
    display: flex;
    flex-direction: column-reverse;
  }
  & dd {
    ${type.figure}
    font-weight: 600;
    white-space: nowrap;
  }
  & dt {
    ${type.body}
    color: var(--muted);
  }
  @media (max-width: 1263px) {
    grid-template-columns: repeat(4, 200px);
  }
  ${media.narrow} {
    grid-template-columns: repeat(2, 300px);
  }
  ${media.phone} {
    grid-template-columns: 200px 1fr;
  }
`;

export function FigureStrip({ figures = LANDING_FIGURES }: { figures?: readonly LandingFigure[] }) {
  return (
    <Column as="section" aria-label={landingText.figures}>
      <Ruler />
      <Figures>
        {figures.map(({ figure, label }) => (
          <div key={label}>
            <dt>{figure === null ? landingText.measured(label) : label}</dt>
            {figure === null ? (
              <dd className="num" data-measured="">
                {NO_VALUE}
              </dd>
            ) : (
              <dd className="num">{figure}</dd>
            )}
          </div>
        ))}
      </Figures>
    </Column>
  );
}
