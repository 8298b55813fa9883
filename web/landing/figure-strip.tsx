import { styled } from "goober";
import { Ruler } from "../ui/ruler.tsx";
import { media, type } from "../ui/theme.ts";
import { LANDING_FIGURES } from "./landing-figures.ts";
import { Column, oneColumn } from "./page-layout.tsx";

// Every figure stands on a long tick of the ruler, so the columns are counted in its steps of 100 px.
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
  ${oneColumn} {
    grid-template-columns: repeat(2, 300px);
  }
  ${media.phone} {
    grid-template-columns: 200px 1fr;
  }
`;

/** The four figures, standing on a ruler. */
export function FigureStrip() {
  return (
    <Column as="section" aria-label="Tonle in four figures">
      <Ruler />
      <Figures>
        {LANDING_FIGURES.map(({ figure, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{figure}</dd>
          </div>
        ))}
      </Figures>
    </Column>
  );
}
