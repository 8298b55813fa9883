import { styled } from "goober";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatAge, formatDateTime } from "../ui/format.ts";
import { Check, Icon, Laptop, Smartphone } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { useMinute } from "../ui/use-now.ts";
import type { Session } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const Row = styled("div")`
  display: grid;
  grid-template-columns: 20px minmax(0, 1fr) auto;
  align-items: center;
  gap: 4px 12px;
  & > svg {
    color: var(--muted);
  }
`;

const Lines = styled("div")`
  min-width: 0;
  & > p:first-child {
    ${type.body}
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    font-weight: 500;
  }
  & > p:last-child {
    ${type.caption}
    color: var(--muted);
  }
`;

const text = securityText.sessions;
const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

/** The country of a session as text; null if unknown. */
export function placeOf({ country }: Session): string | null {
  return country && (countryNames.of(country) ?? country);
}

/** A session: device, country and last use, with the button that ends it. */
export function SessionRow({ session, timeZone, onEnd }: { session: Session; timeZone: string; onEnd: () => void }) {
  const now = useMinute();
  const { device, isCurrent } = session;
  const place = placeOf(session);
  const used = isCurrent ? text.now : text.lastUsed(formatAge(now - Date.parse(session.lastUsedAt)));
  return (
    <Row>
      <Icon of={/iPhone|iPad|Android/.test(device) ? Smartphone : Laptop} size={20} />
      <Lines>
        <p>
          {place ? `${device}, ${place}` : device}
          {isCurrent && (
            <Badge tone="up" icon={Check}>
              {text.current}
            </Badge>
          )}
        </p>
        <p>
          {used}. {text.since(formatDateTime(session.createdAt, timeZone))}
        </p>
      </Lines>
      {!isCurrent && (
        <Button aria-label={text.endOne(device)} onClick={onEnd}>
          {text.end}
        </Button>
      )}
    </Row>
  );
}
