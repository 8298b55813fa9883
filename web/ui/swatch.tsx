import { styled } from "goober";
import type { ColourToken } from "./theme.ts";

const Square = styled("i")`
  display: inline-block;
  flex: none;
  width: 8px;
  height: 8px;
  margin-right: 6px;
  border-radius: 2px;
  &[data-shape="dot"],
  &[data-shape="ring"] {
    border-radius: 50%;
  }
`;

type SwatchProps = {
  tone: ColourToken;
  /** A square marks an area or a bar, a dot or a ring a point of a line. */
  shape?: "square" | "dot" | "ring";
};

/** The colour of a part of a figure, before its name. */
export function Swatch({ tone, shape = "square" }: SwatchProps) {
  const colour = `var(--${tone})`;
  const style = shape === "ring" ? { border: `1.5px solid ${colour}` } : { background: colour };
  return <Square aria-hidden="true" data-shape={shape} style={style} />;
}
