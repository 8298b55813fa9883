const MERCHANT_NAME_TAG = "59";

/**
 * The name that the banking app will show for a payment code, so that the payer can compare the two. It is read from the
 * code's own text, which is EMVCo's tag-length-value form: two digits of tag, two of length in characters, the value.
 * @returns "" when the text names none
 */
export function merchantNameOf(qrString: string): string {
  // Characters, not UTF-16 units: the length counts a Khmer name so.
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
