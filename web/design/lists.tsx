import { useState } from "react";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { FactRow, FactRows } from "../ui/facts.tsx";
import { ArrowDownToLine, ArrowUpFromLine, Check, Clock, Globe, Icon, Lock } from "../ui/icon.tsx";
import { Box } from "../ui/layout.tsx";
import { LoadingMovementRows, type Movement, MovementRows } from "../ui/list/movement-rows.tsx";
import { SortButton, sortedBy } from "../ui/list/sort-button.tsx";
import { Table } from "../ui/list/table.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { Amount, Money } from "../ui/money.tsx";
import { NoticeLine } from "../ui/notice-line.ts";
import { SentencePage } from "../ui/sentence-page.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { VisuallyHidden, WideLabel } from "../ui/visually-hidden.ts";
import { Case, Chapter, Columns, Row } from "./specimen.tsx";

const ZONE = "Asia/Phnom_Penh";
const PERSON = { firstName: "Sokha", lastName: "Chan", profileImage: null };

const MOVEMENTS: readonly Movement[] = [
  {
    id: "1",
    icon: ArrowDownToLine,
    name: "KHQR deposit",
    detail: "TN-7F3K9Q",
    at: "2025-10-21T16:45:00Z",
    badge: (
      <Badge tone="up" icon={Check}>
        Completed
      </Badge>
    ),
    amount: <Money usd={100} as="moved" />,
  },
  {
    id: "2",
    icon: ArrowUpFromLine,
    name: "Bank withdrawal",
    detail: "ABA •••• 1234",
    at: "2025-10-20T02:10:00Z",
    badge: (
      <Badge tone="warn" icon={Clock}>
        In review
      </Badge>
    ),
    amount: <Amount amount={9_999_999.99} currency="USD" />,
    note: "A person looks at each withdrawal before it is paid.",
  },
];

export function Lists() {
  return (
    <>
      <Chapter title="Lists" text="Money that moved; two lines on phones.">
        <Card isFlush>
          <CardHead title="Latest activity" />
          <StaleLine>Could not be refreshed. What you see is from a minute ago.</StaleLine>
          <MovementRows label="Latest activity" movements={MOVEMENTS} timeZone={ZONE} />
        </Card>
        <Card isFlush>
          <CardHead title="Latest activity, loading" />
          <LoadingMovementRows label="Loading the latest activity" count={2} />
        </Card>
        <Card isFlush>
          <CardHead title="Sorted and opened" />
          <SortedTable />
        </Card>
      </Chapter>
      <Chapter title="People" text="A picture or initials; facts that are edited in place have a line each.">
        <Row>
          <Avatar person={PERSON} size={28} />
          <Avatar person={PERSON} />
          <Avatar person={PERSON} size={72} />
        </Row>
        <Card>
          <FactRows>
            <FactRow term="Username">sokha.c</FactRow>
            <FactRow
              term="E-mail"
              aside={
                <>
                  <Icon of={Lock} size={14} />
                  <WideLabel>Read-only</WideLabel>
                </>
              }
            >
              <MailAddress of="a.very.long.name.of.a.person@mail.of.a-company.example.com" />
            </FactRow>
          </FactRows>
        </Card>
      </Chapter>
      <Chapter title="Notes of a page" text="Above its content, or instead of it.">
        <Box>
          <NoticeLine aria-label="Time zone">
            <p>
              <Icon of={Globe} />
              This browser is in Asia/Tokyo. Your account counts its days in Asia/Phnom_Penh.
            </p>
            <Button size="dense">Switch</Button>
            <Button size="dense" variant="plain">
              Keep
            </Button>
          </NoticeLine>
          <NoticeLine data-tone="warn" aria-label="Frozen account">
            <p>
              <Icon of={Lock} />
              Your account is frozen. You can see everything, but no money can be moved.
            </p>
          </NoticeLine>
        </Box>
        <Case name="A page with one sentence">
          <Columns>
            <SentencePage text="There are no notifications." />
            <SentencePage text="Or open the list of all of them." link={{ href: "/design", label: "Deposits" }} />
          </Columns>
        </Case>
      </Chapter>
    </>
  );
}

type Order = "oldest" | "newest";

const BY_DAY = {
  ascending: "oldest",
  descending: "newest",
  words: { ascending: "oldest first", descending: "newest first" },
} as const;

function SortedTable() {
  const [sort, setSort] = useState<Order>("newest");
  const [opened, setOpened] = useState<string | null>("Oct 21");
  const days = [
    { day: "Oct 20", usd: -12.4 },
    { day: "Oct 21", usd: 37.14 },
  ];
  return (
    <Table
      caption="Days"
      columns={[
        {
          key: "day",
          head: "Day",
          isRowHead: true,
          cell: ({ day }) => day,
          sort: {
            direction: sortedBy<Order>(BY_DAY, sort),
            button: <SortButton label="Day" pair={BY_DAY} sort={sort} onSort={setSort} />,
          },
        },
        {
          key: "pnl",
          head: "P&L",
          isNumeric: true,
          isStrong: true,
          cell: ({ usd }) => <Money usd={usd} as="result" />,
        },
      ]}
      rows={sort === "newest" ? days.toReversed() : days}
      rowKey={({ day }) => day}
      opening={{
        isOpen: ({ day }) => day === opened,
        onToggle: ({ day }) => setOpened(day === opened ? null : day),
        detail: ({ day }) => (
          <>
            <VisuallyHidden>{day}</VisuallyHidden>
            <p>Three trades were closed.</p>
          </>
        ),
      }}
      empty={null}
    />
  );
}
