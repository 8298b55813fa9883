/** Whether a field on this page has a text, which would be lost with the page. */
export function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input:not([type=radio], [type=checkbox], [readonly]), textarea:not([readonly])",
  );
  return [...fields].some(({ value }) => value !== "");
}
