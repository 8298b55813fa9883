const MERCHANT_NAME_TAG = "59";

/**
 * The merchant's name in a payment code, which the banking app shows too, so that the payer can compare the two. The
 * code is EMVCo tag-length-value text: two digits of tag, two digits of length in characters, the value.
 * @returns "" when the text contains no name
 */
export function merchantNameOf(qrString: string): string {
  // The length counts characters, not UTF-16 units, which matters for Khmer names.
  const characters = [...qrString];
  for (let at = 0; at + 4 <= characters.length; ) {
    const tag = characters.slice(at, at + 2).join("");
    const length = Number(characters.slice(at + 2, at + 4).join(""));
    const end = at + 4 + length;
    if (!Number.isInteger(length)) return "";
    if (tag === MERCHANT_NAME_TAG) return characters.slice(at + 4, end).join("");
    at = end;
  }
  return "";
}
