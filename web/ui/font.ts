/**
 * The faces of the product's one sans. Latin alone: the package's other scripts would be downloads nobody needs. The second
 * stands in until Inter has arrived: Arial stretched to Inter's width and set on its lines, so that nothing moves.
 * @param interUrl where the Latin file of Inter is served from
 */
export function fontFaces(interUrl: string): string {
  return `
    @font-face {
      font-family: "Inter";
      font-style: normal;
      font-weight: 100 900;
      font-display: swap;
      src: url(${interUrl}) format("woff2");
      unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329,
        U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD;
    }
    @font-face {
      font-family: "Inter Fallback";
      src: local("Arial"), local("Liberation Sans"), local("Helvetica");
      size-adjust: 106.5%;
      ascent-override: 91%;
      descent-override: 22.65%;
      line-gap-override: 0%;
    }
  `;
}
