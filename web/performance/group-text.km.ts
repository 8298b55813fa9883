import { middleOfBin, R_RANGES } from "../../worker/contract/trade-groups.ts";
import { formatSignedPrice } from "../ui/format.ts";

const HELD = [
  ...["ក្រោម 1 នាទី", "1 ទៅ 5 នាទី", "5 ទៅ 15 នាទី", "15 នាទី ទៅ 1 ម៉ោង", "1 ទៅ 4 ម៉ោង", "4 ទៅ 24 ម៉ោង"],
  "មួយថ្ងៃ ឬយូរជាង",
];
const NUMBERS = ["ទីមួយនៃថ្ងៃ", "ទីពីរនៃថ្ងៃ", "ទីបីនៃថ្ងៃ", "ទី 4 ទៅ 6", "ទី 7 ទៅ 10", "ចាប់ពីទី 11"];
const SIZES: Readonly<Record<string, string>> = {
  half: "ពាក់កណ្តាលនៃទំហំធម្មតា ឬតិចជាង",
  smaller: "តូចជាងធម្មតា",
  usual: "ទំហំធម្មតា",
  larger: "ធំជាងធម្មតា",
  double: "ទ្វេដងនៃទំហំធម្មតា ឬច្រើនជាង",
};

function middle(bin: number): string {
  return `${formatSignedPrice(middleOfBin(bin), 1)}R`;
}

export const groupText: typeof import("./group-text.ts").groupText = (of, key) => {
  const place = Number(key);
  switch (of) {
    case "held":
      return HELD[place] ?? "មិនដឹងរយៈពេលកាន់";
    case "number":
      return NUMBERS[place] ?? "";
    case "size":
      return SIZES[key] ?? "";
    case "r":
      if (place === 0) return `${middle(0)} ឬតិចជាង`;
      return place === R_RANGES.length - 1 ? `${middle(place)} ឬច្រើនជាង` : `ប្រហែល ${middle(place)}`;
  }
};
