/** Why bytes are not accepted as an image. */
export const IMAGE_FAULT_TEXT = {
  not_an_image: "Please select an image file",
  damaged: "This image is damaged or incomplete. Please choose another one.",
  moving: "Moving images are not accepted. Please choose a still one.",
  unusual: "This kind of image is not accepted. Please save it as a common JPEG, PNG or WebP.",
} as const;
