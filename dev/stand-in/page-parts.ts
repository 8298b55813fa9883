/**
 * Finds an element in the page's own HTML.
 *
 * @throws Error when the page has no element with this id and type: then page and script do not match
 */
export function part<Part extends HTMLElement>(id: string, kind: new () => Part): Part {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return found;
}

/** Makes an element with a class and children. Strings are set as text, so they cannot become markup. */
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
 * Calls the stand-in's control API.
 *
 * @typeParam Answer the type of the server's response, which is not validated: page and server are one program
 * @throws Error with the message of a refusal
 */
export async function callControl<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) });
  // The server's own type, see above; a refusal has a message.
  const answer = (await response.json()) as Answer & { message?: string };
  if (response.ok) return answer;
  throw new Error(answer.message ?? `HTTP ${response.status}`);
}
