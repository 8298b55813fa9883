import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { ReactNode } from "react";
import { formatDate, NO_VALUE } from "../format.ts";
import { Avatar } from "../shell/avatar.tsx";
import { user } from "../state/session.ts";
import { Card } from "../ui/card.tsx";
import { Icon, Lock } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { profileText as text } from "./profile-text.ts";

const Frame = styled(Card)`
  width: 100%;
  max-width: 560px;
`;

const Person = styled("div")`
  display: flex;
  align-items: center;
  gap: 16px;
  padding-bottom: 16px;
  border-bottom: 1px solid var(--line);
  & h2 {
    ${type.section}
    overflow-wrap: anywhere;
  }
  & p {
    ${type.dense}
    color: var(--muted);
  }
`;

const Rows = styled("dl")`
  padding-top: 8px;
  & > div {
    display: grid;
    grid-template-columns: 128px minmax(0, 1fr) auto;
    align-items: center;
    min-height: 44px;
  }
  & > div + div {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  & dt {
    ${type.dense}
    color: var(--muted);
  }
  & dd {
    overflow-wrap: anywhere;
  }
  ${media.phone} {
    & > div {
      grid-template-columns: 112px minmax(0, 1fr) auto;
    }
  }
`;

const Aside = styled("span")`
  ${type.caption}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--muted);
`;

/** Who one is to Tonle. */
export function ProfilePage() {
  useSignals();
  const person = user.value;
  if (!person) return null;
  return (
    <Frame>
      <Person>
        <Avatar person={person} size={72} />
        <div>
          <h2>{person.name}</h2>
          <p>
            {text.memberSince} {formatDate(person.createdAt, person.timeZone)}
          </p>
        </div>
      </Person>
      <Rows>
        <Row term={text.username}>{person.username}</Row>
        <Row term={text.fullName}>{person.name}</Row>
        <Row term={text.phone}>{person.phone || NO_VALUE}</Row>
        <Row term={text.address}>{person.address || NO_VALUE}</Row>
        <Row
          term={text.email}
          aside={
            <Aside>
              <Icon of={Lock} size={14} />
              {text.readOnly}
            </Aside>
          }
        >
          {person.email}
        </Row>
      </Rows>
    </Frame>
  );
}

function Row({ term, aside, children }: { term: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
      {aside && <dd>{aside}</dd>}
    </div>
  );
}
