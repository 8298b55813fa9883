/** About images that are refused by their kind, for the API and the browser. */
export const IMAGE_KIND_TEXT = {
  heic: "This is a HEIC photo, which is not accepted. Send it as a JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible and take it again, or take a screenshot of it.",
} as const;
