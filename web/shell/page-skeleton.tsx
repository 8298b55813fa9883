import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, useEffect } from "react";
import type { SkeletonShape } from "./page-skeletons.tsx";

const loaded = signal<ComponentType<{ of: SkeletonShape }> | null>(null);

/** Loads the skeletons. Without them a screen that loads is empty, and so a failure is nobody's to mend. */
export async function loadSkeletons(): Promise<void> {
  loaded.value ??= (await import("./page-skeletons.tsx").catch(() => null))?.PageSkeletons ?? null;
}

/**
 * The skeleton of a screen that loads. The documents have their own: few screens are opened before their code is there, and the
 * skeletons of all weigh more than the entry can have for that. It does not suspend, as the boundary around it is the shell's.
 */
export function PageSkeleton({ of }: { of: SkeletonShape }) {
  useSignals();
  useEffect(() => void loadSkeletons(), []);
  const Skeletons = loaded.value;
  return Skeletons && <Skeletons of={of} />;
}
