import { middleOfBin, R_RANGES } from "../../worker/contract/trade-groups.ts";
import { formatSignedPrice } from "../ui/format.ts";
import type { GroupName } from "./trade-filter.ts";

const HELD = ["Under 1 min", "1 to 5 min", "5 to 15 min", "15 min to 1 h", "1 to 4 h", "4 to 24 h", "A day or longer"];
const NUMBERS = [
  "First of the day",
  "Second of the day",
  "Third of the day",
  "4th to 6th",
  "7th to 10th",
  "11th and later",
];
const SIZES: Readonly<Record<string, string>> = {
  half: "Half the usual size or less",
  smaller: "Smaller than usual",
  usual: "The usual size",
  larger: "Larger than usual",
  double: "Twice the usual size or more",
};

/** `−1R`: the middle of a bin. */
function middle(bin: number): string {
  return `${formatSignedPrice(middleOfBin(bin), 1)}R`;
}

/** What the trades of a group have in common. */
export function groupText(of: GroupName, key: string): string {
  const place = Number(key);
  switch (of) {
    case "held":
      return HELD[place] ?? "Time held not known";
    case "number":
      return NUMBERS[place] ?? "";
    case "size":
      return SIZES[key] ?? "";
    case "r":
      if (place === 0) return `${middle(0)} or less`;
      return place === R_RANGES.length - 1 ? `${middle(place)} or more` : `About ${middle(place)}`;
  }
}
