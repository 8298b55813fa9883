import { THEME_DEFAULT, type ThemeId } from "../../worker/contract/limits.ts";

export { type } from "./type-scale.ts";

/** The colours of a theme; {@link TOKEN_USE} has the purpose of each. */
export type ColourToken = keyof typeof TOKEN_USE;

/** The meaning of each colour. A colour is used for nothing else. */
export const TOKEN_USE = {
  bg: "page",
  surface: "card, sidebar",
  raised: "input, hover, dialog, sticky head",
  line: "hairline between areas, decoration only",
  control: "border of a field or button, which must be seen",
  text: "words and figures",
  muted: "labels, captions",
  accent: "the one action, focus, selection, the line of a chart",
  "on-accent": "text on accent",
  up: "gain, buy, done",
  down: "loss, sell, refused",
  warn: "pending, stale, simulated",
} as const;

export type Theme = { name: string; colours: Record<ColourToken, `#${string}`> };

/** The themes of the specification's section 3. `theme.test.ts` measures the contrast of every pair that is used. */
export const THEME: Record<ThemeId, Theme> = {
  1: {
    name: "Slate",
    colours: {
      bg: "#0B1018",
      surface: "#111824",
      raised: "#182231",
      line: "#26334A",
      control: "#5C6F8F",
      text: "#E6ECF5",
      muted: "#93A1B8",
      accent: "#8FB2E8",
      "on-accent": "#0B1018",
      up: "#34D399",
      down: "#FB7185",
      warn: "#FBBF24",
    },
  },
  2: {
    name: "Emerald",
    colours: {
      bg: "#08120E",
      surface: "#0D1B15",
      raised: "#13271F",
      line: "#1F3B2F",
      control: "#4F7F69",
      text: "#E4F2EB",
      muted: "#8FAA9D",
      accent: "#10B981",
      "on-accent": "#04120B",
      up: "#A3E635",
      down: "#FB7185",
      warn: "#FBBF24",
    },
  },
  3: {
    name: "Cyan",
    colours: {
      bg: "#071217",
      surface: "#0C1B22",
      raised: "#112831",
      line: "#1C3D4A",
      control: "#4A7D90",
      text: "#E2F1F5",
      muted: "#8BA8B2",
      accent: "#22D3EE",
      "on-accent": "#03151A",
      up: "#34D399",
      down: "#FB7185",
      warn: "#FBBF24",
    },
  },
  4: {
    name: "Amber",
    colours: {
      bg: "#17171A",
      surface: "#1E1E22",
      raised: "#27272C",
      line: "#3A3A41",
      control: "#7C7C86",
      text: "#F3EFE6",
      muted: "#A8A296",
      accent: "#FDE2A0",
      "on-accent": "#1B1508",
      up: "#4ADE80",
      down: "#FB7185",
      warn: "#F59E0B",
    },
  },
  5: {
    name: "Indigo",
    colours: {
      bg: "#0D0D11",
      surface: "#131318",
      raised: "#1B1B22",
      line: "#2B2B36",
      control: "#6A6A80",
      text: "#EAEAF4",
      muted: "#9797AB",
      accent: "#A5A8FF",
      "on-accent": "#0D0D1F",
      up: "#34D399",
      down: "#FB7185",
      warn: "#FBBF24",
    },
  },
};

/** The colours of every theme in print: dark text on white. */
export const PAPER: Theme = {
  name: "Paper",
  colours: {
    bg: "#FFFFFF",
    surface: "#FFFFFF",
    raised: "#F2F4F7",
    line: "#C9D0DA",
    control: "#6B7787",
    text: "#10151D",
    muted: "#4A5565",
    accent: "#2F5FAE",
    "on-accent": "#FFFFFF",
    up: "#04704F",
    down: "#B4173A",
    warn: "#8A4B00",
  },
};

/**
 * Media queries of the layout. `touch` is every screen used with fingers, whatever its width; `pointer` all others.
 * `upright` and `lying` are phones by how they are held: a window too narrow for two columns, and one too low for bars.
 */
export const media = {
  phone: "@media (max-width: 639px)",
  wide: "@media (min-width: 640px)",
  medium: "@media (max-width: 1199px)",
  narrow: "@media (max-width: 1023px)",
  desktop: "@media (min-width: 1024px)",
  upright: "@media (max-width: 559px), (max-width: 767px) and (min-height: 501px)",
  lying: "@media (min-width: 560px) and (max-width: 1023px) and (max-height: 500px)",
  touch: "@media (max-width: 639px), (pointer: coarse)",
  pointer: "@media (min-width: 640px) and (not (pointer: coarse))",
  hover: "@media (hover: hover)",
  still: "@media (prefers-reduced-motion: reduce)",
  print: "@media print",
} as const;

/** The z-index of floating elements, from low to high. */
export const layer = {
  sticky: 1,
  header: 10,
  sidebar: 50,
  skipLink: 60,
  dialog: 100,
  toast: 300,
} as const;

/**
 * A signal colour mixed thinly over a surface colour.
 * @param percent share of the signal colour, 0 to 100
 */
export function tint(token: ColourToken, percent: number, over: ColourToken = "surface"): string {
  return `color-mix(in oklab, var(--${token}) ${percent}%, var(--${over}))`;
}

function declarations(theme: Theme): string {
  return Object.entries(theme.colours)
    .map(([token, colour]) => `--${token}: ${colour};`)
    .join(" ");
}

/** Every theme as custom properties: the default on the root, the others where `data-theme` names them, none on paper. */
export function themeCss(): string {
  const shape =
    "--radius-card: 12px; --radius-control: 8px; --radius-badge: 999px;" +
    "--motion: 150ms ease-out; --shadow: 0 16px 48px rgb(0 0 0 / 0.45), 0 2px 8px rgb(0 0 0 / 0.3);";
  const paper = `${media.print} { :root, [data-theme] { color-scheme: light; ${declarations(PAPER)} } }`;
  return [`:root { ${shape} ${declarations(THEME[THEME_DEFAULT])} }`, themeRules(), paper].join("\n");
}

/** The colours of each theme. */
export function themeRules(): string {
  return Object.entries(THEME)
    .map(([id, theme]) => `[data-theme="${id}"] { ${declarations(theme)} }`)
    .join("\n");
}
