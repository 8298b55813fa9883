import { styled } from "goober";
import { TEXT_MAX } from "../../worker/contract/limits.ts";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Card } from "../ui/card.tsx";
import { Fact, FactRows } from "../ui/fact-rows.tsx";
import { formatDate } from "../ui/format.ts";
import { Icon, Lock } from "../ui/icon.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { DocumentLink } from "../ui/text-link.tsx";
import { media, type } from "../ui/theme.ts";
import { ChangePhoto } from "./change-photo.tsx";
import { EditableFact } from "./editable-fact.tsx";
import { profileText as text } from "./profile-text.ts";

const Head = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 16px;
  padding-bottom: 16px;
  margin-bottom: 4px;
  border-bottom: 1px solid var(--line);
  & > div {
    flex: 1 1 180px;
    min-width: 0;
  }
  & h2 {
    ${type.section}
    overflow-wrap: anywhere;
  }
  & p {
    ${type.dense}
    color: var(--muted);
  }
  ${media.phone} {
    & > button {
      width: 100%;
    }
  }
`;

/** On phones only the lock is visible. */
const ReadOnly = styled("span")`
  ${media.phone} {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

const NameAndWhy = styled("div")`
  padding: 10px 0;
  & > p {
    ${type.caption}
    margin-top: 2px;
    color: var(--muted);
  }
  & a {
    white-space: nowrap;
  }
`;

/** A name that was verified with an ID card cannot be changed here. */
function VerifiedName({ name }: { name: string }) {
  return (
    <Fact
      term={text.fullName}
      aside={
        <>
          <Icon of={Lock} size={14} />
          <ReadOnly>{text.readOnly}</ReadOnly>
        </>
      }
    >
      <NameAndWhy>
        {name}
        <p>
          {text.fixedName} <DocumentLink href={ROUTE.support}>{text.writeToSupport}</DocumentLink>.
        </p>
      </NameAndWhy>
    </Fact>
  );
}

/** The user's profile: picture and fields that they can edit, and the read-only e-mail address. */
export function PersonCard({ person }: { person: User }) {
  const { name, username, firstName, lastName, phone, address, email, createdAt, timeZone, idVerificationStatus } =
    person;
  return (
    <Card>
      <Head>
        <Avatar person={person} size={72} />
        <div>
          <h2>{name}</h2>
          <p>
            {text.memberSince} {formatDate(createdAt, timeZone)}
          </p>
        </div>
        <ChangePhoto />
      </Head>
      <FactRows>
        <EditableFact
          term={text.username}
          fields={[
            {
              name: "username",
              label: text.username,
              value: username,
              lengthMax: TEXT_MAX.username,
              autoComplete: "username",
            },
          ]}
        />
        {idVerificationStatus === "verified" ? (
          <VerifiedName name={name} />
        ) : (
          <EditableFact
            term={text.fullName}
            fields={[
              {
                name: "firstName",
                label: text.firstName,
                value: firstName,
                lengthMax: TEXT_MAX.name,
                autoComplete: "given-name",
              },
              {
                name: "lastName",
                label: text.lastName,
                value: lastName,
                lengthMax: TEXT_MAX.name,
                autoComplete: "family-name",
              },
            ]}
          />
        )}
        <EditableFact
          term={text.phone}
          fields={[
            {
              name: "phone",
              label: text.phone,
              value: phone,
              inputMode: "tel",
              lengthMax: TEXT_MAX.phone,
              autoComplete: "tel",
            },
          ]}
        />
        <EditableFact
          term={text.address}
          fields={[
            {
              name: "address",
              label: text.address,
              value: address,
              lengthMax: TEXT_MAX.address,
              autoComplete: "street-address",
            },
          ]}
        />
        <Fact
          term={text.email}
          aside={
            <>
              <Icon of={Lock} size={14} />
              <ReadOnly>{text.readOnly}</ReadOnly>
            </>
          }
        >
          <MailAddress of={email} />
        </Fact>
      </FactRows>
    </Card>
  );
}
