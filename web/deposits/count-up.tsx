import { useEffect, useState } from "react";
import { formatMoney } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { useMedia } from "../ui/use-media.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";

const LENGTH_MS = 700;

/**
 * A sum that animates from the old to the new value; screen readers get only the new one. With reduced motion there is
 * no animation.
 */
export function CountUp({ fromUsd, toUsd }: { fromUsd: number; toUsd: number }) {
  const isStill = useMedia("@media (prefers-reduced-motion: reduce)");
  const [progress, setProgress] = useState(0);

  useEffect(() => {
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const next = Math.min(1, Math.max(0, (now - startedAt) / LENGTH_MS));
      setProgress(next);
      if (next < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  const eased = isStill ? 1 : 1 - (1 - progress) ** 3;
  const shown = eased === 1 ? toUsd : fromUsd + (toUsd - fromUsd) * eased;
  return (
    <>
      <span aria-hidden="true">
        <Money usd={shown} />
      </span>
      <VisuallyHidden>{formatMoney(toUsd)}</VisuallyHidden>
    </>
  );
}
