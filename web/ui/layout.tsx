import { css } from "goober";
import type { ComponentProps, ElementType } from "react";
import { isLookProp, type Looks, lookCss } from "./look.ts";

/** Props of a layout part: its element, its look, and the props of that element. */
export type PartProps<Tag extends ElementType> = { as?: Tag } & Looks & Omit<ComponentProps<Tag>, keyof Looks | "as">;

/**
 * Renders a layout part: an element whose look is given by props. A class that it is given as well overrides its look.
 * @param base the declarations that make it this part
 */
export function layoutPart(base: string, usual: ElementType, { as, className, ...props }: PartProps<ElementType>) {
  const Element: ElementType = as ?? usual;
  const rest = Object.fromEntries(Object.entries(props).filter(([name]) => !isLookProp(name)));
  // goober puts the style before all others, so that a class around it counts more.
  const own = css.call({ o: true }, base + lookCss(props));
  return <Element {...rest} className={className ? `${own} ${className}` : own} />;
}

/** An element without a layout of its own. */
export function Box<Tag extends ElementType = "div">(props: PartProps<Tag>) {
  return layoutPart("", "div", props);
}

/** Children below each other. */
export function Stack<Tag extends ElementType = "div">(props: PartProps<Tag>) {
  return layoutPart("display: flex; flex-direction: column;", "div", props);
}

/** Children side by side, centred on the line. */
export function Row<Tag extends ElementType = "div">(props: PartProps<Tag>) {
  return layoutPart("display: flex; align-items: center;", "div", props);
}

/** Children in columns: see `columns`. */
export function Grid<Tag extends ElementType = "div">(props: PartProps<Tag>) {
  return layoutPart("display: grid;", "div", props);
}

/** A text: a paragraph, unless `as` names another element. */
export function Text<Tag extends ElementType = "p">(props: PartProps<Tag>) {
  return layoutPart("", "p", props);
}
