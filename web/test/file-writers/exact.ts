/** An exact number of a test: whole units of 10^-scale. It shares no code with the numbers of the readers. */
export type Exact = { units: bigint; scale: number };

export function exact(units: number | bigint, scale: number): Exact {
  return { units: BigInt(units), scale };
}

export function times(...numbers: readonly Exact[]): Exact {
  return numbers.reduce((all, { units, scale }) => exact(all.units * units, all.scale + scale), exact(1, 0));
}

export function plus(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  const at = (number: Exact) => number.units * 10n ** BigInt(scale - number.scale);
  return exact(at(a) + at(b), scale);
}

export function minus(number: Exact): Exact {
  return exact(-number.units, number.scale);
}

/** The shortest text with a point: what a reader is to give. */
export function shortest(number: Exact): string {
  const text = numberText(number, {});
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** How a country or a program writes numbers. @property minus the sign, which may stand apart: `- ` */
export type NumberStyle = { mark?: string; thousands?: string; minus?: string };

/** A number with all digits of its scale. */
export function numberText({ units, scale }: Exact, { mark = ".", thousands = "", minus = "-" }: NumberStyle): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const groups: string[] = [];
  for (let end = digits.length - scale; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  const fraction = scale === 0 ? "" : mark + digits.slice(digits.length - scale);
  return (units < 0n ? minus : "") + groups.join(thousands) + fraction;
}
