import { joinLanguages } from "../contract/translated.ts";
import { BOOK_TEXT as khmer } from "./book-text.km.ts";
import { BOOK_TEXT as english } from "./book-text.ts";

/** As `book-text.ts`, in every language. */
export const BOOK_TEXT = joinLanguages({ en: english, km: khmer });
