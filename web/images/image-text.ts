/** What is said about a chosen image that cannot be used. */
export const IMAGE_TEXT = {
  tooManyPixels: (megapixels: number, most: number) =>
    `This image has ${megapixels} megapixels, and at most ${most} can be read here. Take it again in a smaller size, or take a screenshot of it.`,
} as const;
