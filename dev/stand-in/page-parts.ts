/**
 * Finds an element of the page's own HTML.
 * @throws Error when the page has none of that id and kind: then page and script do not belong together
 */
export function part<Part extends HTMLElement>(id: string, kind: new () => Part): Part {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return found;
}

/** Makes an element with a class and children; text is always set as text, so nothing in it can become markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

/**
 * Calls the stand-in's own control.
 * @typeParam Answer what the server sends: page and server are one program, so its type is the server's own
 * @throws Error with the sentence of a refusal
 */
export async function callControl<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) });
  // The server's own types, see above; of a refusal, its sentence.
  const answer = (await response.json()) as Answer & { message?: string };
  if (response.ok) return answer;
  throw new Error(answer.message ?? `HTTP ${response.status}`);
}
