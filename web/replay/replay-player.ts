import { batch, type ReadonlySignal, signal } from "@preact/signals-react";

/** How much faster than it was the tape plays. */
export const SPEEDS = [1, 5, 10, 60, 300, 600] as const;
export type Speed = (typeof SPEEDS)[number];

/** Calls back in each frame with the time since the last one, ms, until it is stopped. */
export type Frames = (onFrame: (elapsedMs: number) => void) => () => void;

/** The frames of the page. */
export const pageFrames: Frames = (onFrame) => {
  let id = 0;
  let beforeMs: number | null = null;
  const next = (atMs: number) => {
    id = requestAnimationFrame(next);
    const elapsedMs = beforeMs === null ? 0 : atMs - beforeMs;
    beforeMs = atMs;
    onFrame(elapsedMs);
  };
  id = requestAnimationFrame(next);
  return () => cancelAnimationFrame(id);
};

type Given = {
  /** When each quote was heard, epoch ms, in their order. */
  times: readonly number[];
  /** The places between which it plays. */
  first: number;
  last: number;
  frames?: Frames;
};

/** Plays a piece of the tape by the tape's own clock: a place is a quote. It begins at its end, with all of it in view. */
export class ReplayPlayer {
  readonly #times: readonly number[];
  readonly first: number;
  readonly last: number;
  readonly #frames: Frames;
  readonly #state: { place: ReturnType<typeof signal<number>>; isPlaying: ReturnType<typeof signal<boolean>> };
  readonly #speed = signal<Speed>(60);
  readonly speed: ReadonlySignal<Speed> = this.#speed;
  readonly place: ReadonlySignal<number>;
  readonly isPlaying: ReadonlySignal<boolean>;
  #clockMs = 0;
  #stop = () => {};

  constructor({ times, first, last, frames = pageFrames }: Given) {
    this.#times = times;
    this.first = first;
    this.last = last;
    this.#frames = frames;
    const place = signal(last);
    const isPlaying = signal(false);
    this.#state = { place, isPlaying };
    this.place = place;
    this.isPlaying = isPlaying;
  }

  /** Plays, from the begin if it is at its end. */
  play(): void {
    if (this.#state.isPlaying.peek()) return;
    if (this.place.peek() >= this.last) this.#goTo(this.first);
    this.#clockMs = this.#timeOf(this.place.peek());
    this.#state.isPlaying.value = true;
    this.#stop = this.#frames((elapsedMs) => this.#advance(elapsedMs));
  }

  pause(): void {
    this.#stop();
    this.#stop = () => {};
    this.#state.isPlaying.value = false;
  }

  toggle(): void {
    if (this.isPlaying.peek()) this.pause();
    else this.play();
  }

  /** Goes on or back by quotes, and stays there. */
  step(quotes: number): void {
    batch(() => {
      this.pause();
      this.#goTo(this.place.peek() + quotes);
    });
  }

  /** Goes to a place, and plays on from there if it plays. */
  seek(place: number): void {
    this.#goTo(place);
    this.#clockMs = this.#timeOf(this.place.peek());
  }

  setSpeed(speed: Speed): void {
    this.#speed.value = speed;
  }

  #advance(elapsedMs: number): void {
    this.#clockMs += elapsedMs * this.#speed.peek();
    let place = this.place.peek();
    while (place < this.last && this.#timeOf(place + 1) <= this.#clockMs) place += 1;
    batch(() => {
      if (place !== this.place.peek()) this.#goTo(place);
      if (place >= this.last) this.pause();
    });
  }

  #goTo(place: number): void {
    this.#state.place.value = Math.min(Math.max(place, this.first), this.last);
  }

  #timeOf(place: number): number {
    return this.#times[place] ?? 0;
  }
}
