import { IMAGE_VIEWER } from "../../../worker/contract/limits.ts";

/** The view of an image: pure geometry, in CSS pixels from the centre of the stage. */
export type ImageView = {
  /** 1 shows the whole image, as large as the stage allows. */
  zoom: number;
  /** Clockwise rotations of 90°; the number keeps increasing, so that the animation never turns back. */
  quarterTurns: number;
  x: number;
  y: number;
};

/** A size in px. */
export type Size = { width: number; height: number };
/** A point in px, relative to the centre of the stage. */
export type Point = { x: number; y: number };

/** The initial view: the whole image, not rotated. */
export const WHOLE_IMAGE: ImageView = { zoom: 1, quarterTurns: 0, x: 0, y: 0 };

const { zoomMin, zoomMax, zoomStep } = IMAGE_VIEWER;
/** A small image is enlarged at most by this factor to fill the stage. */
const ENLARGED_MAX = 2;

/** Zooms by steps of 0.25 around a point that keeps its position. */
export function zoomBySteps(view: ImageView, steps: number, at: Point = { x: 0, y: 0 }): ImageView {
  return zoomTo(view, (Math.round(view.zoom / zoomStep) + steps) * zoomStep, at);
}

/** Zooms to any factor within the limits, for pinch gestures. */
export function zoomTo(view: ImageView, zoom: number, at: Point = { x: 0, y: 0 }): ImageView {
  const next = Math.min(zoomMax, Math.max(zoomMin, zoom));
  const ratio = next / view.zoom;
  return { ...view, zoom: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

/** Rotates by 90° clockwise, including the offset. */
export function turn(view: ImageView): ImageView {
  return { ...view, quarterTurns: view.quarterTurns + 1, x: -view.y, y: view.x };
}

/** Moves the image by an offset in px. */
export function moveBy(view: ImageView, dx: number, dy: number): ImageView {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/** The size of the image before rotation and zoom, so that the whole rotated image fits into the stage. */
export function fittedSize(image: Size, stage: Size, quarterTurns: number): Size {
  const rotated = quarterTurns % 2 === 0 ? image : { width: image.height, height: image.width };
  const scale = Math.min(stage.width / rotated.width, stage.height / rotated.height, ENLARGED_MAX);
  return { width: image.width * scale, height: image.height * scale };
}

/** Moves the image so that no gap opens between it and the edge of the stage; an image that fits is centred. */
export function keepInside(view: ImageView, image: Size, stage: Size): ImageView {
  const fitted = fittedSize(image, stage, view.quarterTurns);
  const isTurned = view.quarterTurns % 2 === 1;
  const width = (isTurned ? fitted.height : fitted.width) * view.zoom;
  const height = (isTurned ? fitted.width : fitted.height) * view.zoom;
  return { ...view, x: within(view.x, (width - stage.width) / 2), y: within(view.y, (height - stage.height) / 2) };
}

function within(value: number, limit: number): number {
  return limit <= 0 ? 0 : Math.min(limit, Math.max(-limit, value));
}
