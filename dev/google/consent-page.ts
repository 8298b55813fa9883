import { mountOutagePanel } from "../stand-in/outage-panel.ts";
import { callControl, element, part } from "../stand-in/page-parts.ts";
import type { PEOPLE, Person } from "./people.ts";

/**
 * The consent page, where a person chooses an identity. Opened without a request of the product it only lists people.
 */

const hasRequest = location.pathname === "/authorize";

async function consent(person?: Person): Promise<void> {
  try {
    const body = { query: location.search, ...(person ? { person } : {}) };
    const { redirect } = await callControl<{ redirect: string }>("/consent", body);
    location.assign(redirect);
  } catch (error) {
    part("problem", HTMLElement).textContent = error instanceof Error ? error.message : String(error);
  }
}

const people = await callControl<typeof PEOPLE>("/people");
part("people", HTMLUListElement).append(
  ...people.map(({ what, ...person }) => {
    const name = element("b", "", `${person.given_name} ${person.family_name}`);
    const button = element("button", "", name, element("span", "", person.email), element("small", "", what));
    button.type = "button";
    button.disabled = !hasRequest;
    button.addEventListener("click", () => void consent(person));
    return element("li", "", button);
  }),
);

const other = part("other", HTMLFormElement);
other.addEventListener("submit", (event) => {
  event.preventDefault();
  const data = new FormData(other);
  const text = (name: string) => String(data.get(name) ?? "");
  const email = text("email");
  void consent({
    // The same address always gets the same account.
    sub: `other-${email}`,
    email,
    email_verified: data.has("email_verified"),
    given_name: text("given_name"),
    family_name: text("family_name"),
  });
});
part("cancel", HTMLButtonElement).addEventListener("click", () => void consent());
part("cancel", HTMLButtonElement).hidden = !hasRequest;
if (!hasRequest) part("lead", HTMLElement).textContent = "Begin at the product's log-in page.";

// The page stays hidden until its buttons work.
part("choice", HTMLElement).hidden = false;

mountOutagePanel(part("outage", HTMLElement), {
  refuse: "Answers HTTP 500",
  hang: "Never answers",
  html: "Answers a web page",
  wrong_nonce: "Tokens of another log-in",
  wrong_issuer: "Tokens of another issuer",
  wrong_audience: "Tokens for another product",
  wrong_key: "Tokens with another key's signature",
  expired: "Tokens that are too old",
  signed_in_minutes_ago: "People who signed in ten minutes ago",
  signed_in_long_ago: "People who signed in a month ago",
  no_auth_time: "Tokens that do not say when somebody signed in",
});
