/** The name of a receipt and of each link to it; the receipt's other texts are loaded with it. */
export const WHY_THIS_PRICE = "Why this price?";
