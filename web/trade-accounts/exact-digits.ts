const MINUS = "−";

/** A decimal as a text with all of its digits, thousands apart: `48,377.4`, `0.00000073`, `−5`. @param decimal as the API writes it: `-5` */
export function digitsText(decimal: string): string {
  const [whole = "", fraction] = decimal.replace("-", MINUS).split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
