import { type ColourToken, media, type } from "./theme.ts";

/** A length: a number is in px, a string is CSS. */
type Length = number | string;

/** How a layout part looks. Each property is one declaration or a fixed few of them. */
export type Look = {
  /** Space between the children. */
  gap?: Length | undefined;
  /** Position of the children across the direction of the part. */
  align?: "start" | "center" | "end" | "baseline" | "stretch" | undefined;
  /** Position of the children along the direction of the part. */
  justify?: "start" | "center" | "end" | "space-between" | undefined;
  direction?: "row" | "column" | undefined;
  /** The `flex` of each child: 1 gives all the same width. */
  each?: string | number | undefined;
  /** Whether children that do not fit go to the next line. */
  wrap?: boolean | undefined;
  /** Columns of a grid: a number of equal ones, or CSS. */
  columns?: number | string | undefined;
  pad?: Length | undefined;
  margin?: Length | undefined;
  width?: Length | undefined;
  minWidth?: Length | undefined;
  maxWidth?: Length | undefined;
  height?: Length | undefined;
  minHeight?: Length | undefined;
  /** Whether it takes the room that its siblings leave; false: it keeps its own size. CSS is a whole `flex`. */
  grow?: boolean | string | undefined;
  /** Its own position across the direction of its parent. */
  self?: "start" | "center" | "end" | "stretch" | undefined;
  /** The columns of the grid around it: `all`, or a number of them. */
  span?: "all" | number | undefined;
  /** A hairline at an edge, or faint ones between the children. */
  line?: "top" | "bottom" | "between" | undefined;
  surface?: ColourToken | undefined;
  radius?: "card" | "control" | "badge" | undefined;
  size?: keyof typeof type | undefined;
  tone?: ColourToken | undefined;
  weight?: 400 | 500 | 600 | undefined;
  textAlign?: "left" | "center" | "right" | undefined;
  /**
   * Where a text may break: nowhere, nowhere with an ellipsis at its end, as usual, inside of words, also where its
   * author began a line, or into even lines.
   */
  breaks?: keyof typeof BREAKS | undefined;
  /** Whether it is a container, to whose width the figures inside of it shrink. */
  isContainer?: boolean | undefined;
  isHidden?: boolean | undefined;
  /** The only screens that show it: phones or all others, narrow ones, those used with fingers or all others. */
  showOn?: keyof typeof HIDDEN_ON | undefined;
};

/** Screens on which a part looks different, from wide to small: the smallest that matches counts. */
const SCREENS = ["medium", "narrow", "phone"] as const;

/** A look, and what differs on smaller screens. */
export type Looks = Look & { [Screen in (typeof SCREENS)[number]]?: Look | undefined };

const length = (value: Length) => (typeof value === "number" ? `${value}px` : value);

const LINE = {
  top: "border-top: 1px solid var(--line);",
  bottom: "border-bottom: 1px solid var(--line);",
  between: "& > * + * { border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent); }",
} as const;

const BREAKS = {
  never: "white-space: nowrap;",
  ellipsis: "overflow: hidden; text-overflow: ellipsis; white-space: nowrap;",
  usual: "white-space: normal; text-wrap: wrap;",
  anywhere: "overflow-wrap: anywhere;",
  written: "overflow-wrap: anywhere; white-space: pre-line;",
  even: "text-wrap: balance;",
  pretty: "text-wrap: pretty;",
} as const;

const HIDDEN_ON = {
  phone: media.wide,
  wide: media.phone,
  narrow: media.desktop,
  touch: media.pointer,
  pointer: media.touch,
} as const;

type Values = { [Name in keyof Look]-?: NonNullable<Look[Name]> };

const CSS: { [Name in keyof Values]: (value: Values[Name]) => string } = {
  gap: (value) => `gap: ${length(value)};`,
  align: (value) => `align-items: ${value};`,
  justify: (value) => `justify-content: ${value};`,
  direction: (value) => `flex-direction: ${value};`,
  each: (value) => `& > * { flex: ${value}; }`,
  wrap: (value) => `flex-wrap: ${value ? "wrap" : "nowrap"};`,
  columns: (value) =>
    `grid-template-columns: ${typeof value === "number" ? `repeat(${value}, minmax(0, 1fr))` : value};`,
  pad: (value) => `padding: ${length(value)};`,
  margin: (value) => `margin: ${length(value)};`,
  width: (value) => `width: ${length(value)};`,
  minWidth: (value) => `min-width: ${length(value)};`,
  maxWidth: (value) => `max-width: ${length(value)};`,
  height: (value) => `height: ${length(value)};`,
  minHeight: (value) => `min-height: ${length(value)};`,
  grow: (value) => `flex: ${value === true ? "1" : value === false ? "none" : value};`,
  self: (value) => `align-self: ${value};`,
  span: (value) => `grid-column: ${value === "all" ? "1 / -1" : `span ${value}`};`,
  line: (value) => LINE[value],
  surface: (value) => `background: var(--${value});`,
  radius: (value) => `border-radius: var(--radius-${value});`,
  size: (value) => type[value],
  tone: (value) => `color: var(--${value});`,
  weight: (value) => `font-weight: ${value};`,
  textAlign: (value) => `text-align: ${value};`,
  breaks: (value) => BREAKS[value],
  isContainer: (value) => (value ? "container-type: inline-size;" : ""),
  isHidden: (value) => (value ? "display: none;" : ""),
  showOn: (value) => `${HIDDEN_ON[value]} { display: none; }`,
};

function isLookName(name: string): name is keyof Look {
  return name in CSS;
}

/** Whether a prop belongs to the look, and not to the element. */
export function isLookProp(name: string): boolean {
  return isLookName(name) || name in media;
}

function declaration<Name extends keyof Values>(name: Name, value: Values[Name] | undefined): string {
  return value === undefined ? "" : CSS[name](value);
}

function declarations(look: Look): string {
  return Object.keys(look)
    .filter(isLookName)
    .map((name) => declaration(name, look[name]))
    .join("");
}

/**
 * The CSS of a look: its own declarations, then those of smaller screens in media queries.
 * @param looks may hold other props, which are passed over
 */
export function lookCss(looks: Looks): string {
  const own = declarations(looks);
  return SCREENS.reduce((text, screen) => {
    const differing = looks[screen];
    return differing ? `${text}${media[screen]} { ${declarations(differing)} }` : text;
  }, own);
}
