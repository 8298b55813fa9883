import { IMAGE_VIEWER } from "../../worker/contract/limits.ts";

/** How an image is looked at: pure geometry, in CSS pixels from the middle of the stage. */
export type ImageView = {
  /** 1 is the whole image, as large as the stage takes it. */
  zoom: number;
  /** Turned clockwise so many times by 90°; it counts on, so that the picture turns on and not back. */
  quarterTurns: number;
  x: number;
  y: number;
};

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export const WHOLE_IMAGE: ImageView = { zoom: 1, quarterTurns: 0, x: 0, y: 0 };

const { zoomMin, zoomMax, zoomStep } = IMAGE_VIEWER;
/** A small image is not blown up further than this to fill the stage. */
const ENLARGED_MOST = 2;

/** The next step of 0.25 up or down, seen from a point that keeps its place. */
export function zoomBySteps(view: ImageView, steps: number, at: Point = { x: 0, y: 0 }): ImageView {
  return zoomTo(view, (Math.round(view.zoom / zoomStep) + steps) * zoomStep, at);
}

/** Any zoom between the least and the most: while two fingers decide. */
export function zoomTo(view: ImageView, zoom: number, at: Point = { x: 0, y: 0 }): ImageView {
  const next = Math.min(zoomMax, Math.max(zoomMin, zoom));
  const ratio = next / view.zoom;
  return { ...view, zoom: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

/** A quarter turn clockwise. What was moved aside turns along. */
export function turn(view: ImageView): ImageView {
  return { ...view, quarterTurns: view.quarterTurns + 1, x: -view.y, y: view.x };
}

export function moveBy(view: ImageView, dx: number, dy: number): ImageView {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/** The size of the image itself, before it is turned and zoomed: so that all of it, as it lies, fits into the stage. */
export function fittedSize(image: Size, stage: Size, quarterTurns: number): Size {
  const lying = quarterTurns % 2 === 0 ? image : { width: image.height, height: image.width };
  const scale = Math.min(stage.width / lying.width, stage.height / lying.height, ENLARGED_MOST);
  return { width: image.width * scale, height: image.height * scale };
}

/** Moves the image back so far that no gap opens between it and the edge of the stage; one that fits stays in the middle. */
export function keepInside(view: ImageView, image: Size, stage: Size): ImageView {
  const fitted = fittedSize(image, stage, view.quarterTurns);
  const isTurned = view.quarterTurns % 2 === 1;
  const width = (isTurned ? fitted.height : fitted.width) * view.zoom;
  const height = (isTurned ? fitted.width : fitted.height) * view.zoom;
  return { ...view, x: within(view.x, (width - stage.width) / 2), y: within(view.y, (height - stage.height) / 2) };
}

function within(value: number, most: number): number {
  return most <= 0 ? 0 : Math.min(most, Math.max(-most, value));
}
