import { styled } from "goober";
import { useState } from "react";
import { THEME_DEFAULT, THEMES, type ThemeId } from "../../worker/contract/limits.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Card, CardTitle, Panel } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { type Fact, FactLine } from "../ui/fact-line.tsx";
import { Facts } from "../ui/facts.tsx";
import { Checkbox, RadioCard } from "../ui/fields/choice.tsx";
import { ArrowDownLeft, ArrowDownToLine, ArrowUpRight, Check, Clock, Landmark, QrCode, X } from "../ui/icon.tsx";
import { InfoTip } from "../ui/info-tip.tsx";
import { ItemText, Tile } from "../ui/item.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { HistoryPanel } from "../ui/list/history-panel.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { MovementAmount } from "../ui/list/movement-amount.tsx";
import { LoadingMovementRows, type Movement, MovementRows } from "../ui/list/movement-rows.tsx";
import { MovementTable } from "../ui/list/movement-table.tsx";
import { OpenMovement } from "../ui/list/open-movement.tsx";
import { Paged, ShowMore } from "../ui/list/show-more.tsx";
import { Money } from "../ui/money.tsx";
import { NumberedSteps } from "../ui/numbered-steps.tsx";
import { Swatch } from "../ui/swatch.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { THEME } from "../ui/theme.ts";
import { Case, Chapter, Columns } from "./specimen.tsx";

/** A row whose own style replaces a property of its look. */
const WideRow = styled(Row)`
  column-gap: 32px;
`;

const FACTS: readonly Fact[] = [
  { name: "Deposits", value: <Money usd={5_500} />, mark: <Swatch tone="up" shape="dot" /> },
  { name: "Reference", value: "TN-7F3K9Q", after: <CopyButton text="TN-7F3K9Q" what="reference" /> },
  {
    name: "Win rate",
    value: "52.8%",
    tip: <InfoTip label="Win rate?" content="Winning trades / total trades × 100" />,
  },
  { name: "On hold", value: <Money usd={9_999_999.99} />, mark: <Swatch tone="warn" /> },
  { name: "Start", value: <Money usd={0} />, mark: <Swatch tone="accent" shape="ring" /> },
];

export function Layouts() {
  return (
    <Chapter title="Layout" text="Stack, Row, Grid, Box and Text: what a screen is arranged with.">
      <Arrangement />
      <Cards />
      <Case name="Loaded list: its placeholder, its error, its pages">
        <Columns>
          <LoadedItems items={null} error={null} />
          <LoadedItems items={null} error={FAILED} />
          <LoadedItems items={["One", "Two", "Three"]} error={FAILED} />
          <LoadedItems items={[]} error={null} />
        </Columns>
      </Case>
      <Movements />
      <Case name="Numbered steps">
        <Columns>
          <NumberedSteps steps={["Open your banking app", "Scan the code", "Confirm the amount"]} size="body" />
          <NumberedSteps
            steps={[
              { name: "Requested", detail: "The sum is put on hold at once." },
              { name: "In review", detail: "An admin reads every request." },
            ]}
          />
        </Columns>
      </Case>
      <Case name="Facts: lines, pairs, columns, rows, strip; a line of facts">
        <Columns>
          <Facts facts={FACTS} />
          <Facts facts={FACTS} arrange="pairs" />
          <Facts facts={FACTS} arrange="rows" />
          <FactLine facts={FACTS} />
          <Facts facts={FACTS} arrange="strip" />
        </Columns>
        <Facts facts={FACTS} arrange="columns" />
      </Case>
      <Case name="Callout">
        <Columns>
          <Callout>Withdrawals go to the method that is active when you ask for one.</Callout>
          <Callout tone="warn">
            <b>The image is blurred.</b> Check that each line can be read.
          </Callout>
          <Callout tone="warn" size="dense">
            <b>Frozen</b>A dense one begins with its title.
          </Callout>
          <Callout tone="up">Confirmed. You can save your payment methods now.</Callout>
          <Callout tone="down" action={<Button size="dense">Try again</Button>}>
            The month could not be loaded.
          </Callout>
        </Columns>
      </Case>
      <Case name="Choices">
        <Choices />
      </Case>
    </Chapter>
  );
}

function Cards() {
  return (
    <Case name="Card">
      <Columns>
        <Card>
          <CardTitle as="h3" id="design-card" title="With padding">
            <Text as="span" size="caption" tone="muted">
              P&L, $
            </Text>
          </CardTitle>
          <Text tone="muted">A lighter surface and a hairline.</Text>
        </Card>
        <Card isBareOnPhone>
          <Text tone="muted">On phones without its frame.</Text>
        </Card>
        <Panel
          title="Panel"
          note="6 trades"
          action={
            <TextLink href="/design" tone="accent">
              All trades
            </TextLink>
          }
        >
          <Items />
          <ShowMore onMore={() => {}}>Show 20 more</ShowMore>
        </Panel>
      </Columns>
    </Case>
  );
}

function Movements() {
  return (
    <Case name="Movements of money: rows, and a table that is rows on phones">
      <Stack gap={16}>
        <Card isFlush>
          <MovementRows label="Movements" timeZone={ZONE} movements={["in", "out"].map(movementOf)} />
        </Card>
        <Card isFlush>
          <MovementTable
            label="Movements that open"
            items={[{ _id: "in" }, { _id: "out" }]}
            columns={[
              { key: "name", head: "What", isRowHead: true, cell: ({ _id }) => movementOf(_id).name },
              { key: "amount", head: "Amount", isNumeric: true, cell: ({ _id }) => movementOf(_id).amount },
            ]}
            movementOf={({ _id }) => movementOf(_id)}
            detail={() => <Facts facts={FACTS} arrange="columns" />}
            timeZone={ZONE}
          />
        </Card>
        <HistoryPanel
          title="History, refreshed"
          refreshLabel="Refresh the history"
          items={["moved", "pending", "ended"] as const}
          isLoading
          error={null}
          onReload={() => {}}
          placeholder={null}
          empty={null}
        >
          {(states) => (
            <Stack gap={8} pad={20}>
              {states.map((state) => (
                <Row key={state} justify="space-between">
                  {state}
                  <MovementAmount usd={-100} state={state} />
                </Row>
              ))}
            </Stack>
          )}
        </HistoryPanel>
        <Panel title="Open movements">
          <Stack as="ul" line="between">
            {[null, <Facts key="facts" facts={FACTS} arrange="columns" />].map((content) => (
              <OpenMovement
                key={content === null ? "line" : "whole"}
                usd={9_999_999.99}
                badge={
                  <Badge tone="warn" icon={Clock}>
                    Pending
                  </Badge>
                }
                detail="to ACLEDA Bank •• 4471"
                action={<Button icon={X}>Cancel</Button>}
              >
                {content}
              </OpenMovement>
            ))}
          </Stack>
        </Panel>
      </Stack>
    </Case>
  );
}

function Arrangement() {
  return (
    <Case name="Stack, Row and Grid">
      <Grid columns={3} gap={16} narrow={{ columns: 1 }}>
        <Stack gap={8} line="between">
          <Text>One below the other</Text>
          <Text tone="muted">with hairlines between</Text>
        </Stack>
        <WideRow gap={8} wrap>
          <Text>Wide gap</Text>
          <Text>Side by side</Text>
        </WideRow>
        <Row justify="space-between" gap={8}>
          <Text breaks="ellipsis" minWidth={0}>
            A text that is cut off where its place ends, as a long name of a person or of a file is
          </Text>
          <Text as="b" grow={false}>
            At the end
          </Text>
        </Row>
      </Grid>
    </Case>
  );
}

function Items() {
  return (
    <Stack as="ul" line="between">
      {["KHQR deposit", "A name that is so long that it needs a second line in a narrow card"].map((title) => (
        <Row key={title} as="li" gap={12} minHeight={60} pad="8px 20px">
          <Tile icon={ArrowDownToLine} />
          <ItemText title={title} note="TN-7F3K9Q" />
          <Money usd={100} as="moved" />
        </Row>
      ))}
    </Stack>
  );
}

const ZONE = "Asia/Phnom_Penh";

const FAILED = { title: "Failed to load deposits", text: "Your deposits are safe.", requestId: null };

function LoadedItems({ items, error }: { items: string[] | null; error: typeof FAILED | null }) {
  return (
    <Card isFlush>
      <LoadedList
        items={items}
        isLoading={false}
        error={error}
        onReload={() => {}}
        placeholder={<LoadingMovementRows label="Loading" count={2} />}
        empty={<EmptyState title="No deposits yet" />}
      >
        {(loaded) => (
          <Paged items={loaded} pageRows={2}>
            {(shown) => <Box pad="8px 20px">{shown.join(", ")}</Box>}
          </Paged>
        )}
      </LoadedList>
    </Card>
  );
}

function movementOf(id: string): Movement {
  const isIn = id === "in";
  return {
    id,
    icon: isIn ? ArrowDownLeft : ArrowUpRight,
    name: isIn ? "KHQR deposit" : "Withdrawal",
    detail: "TN-7F3K9Q",
    at: "2025-11-12T03:21:00Z",
    badge: (
      <Badge tone="up" icon={Check}>
        Completed
      </Badge>
    ),
    amount: <Money usd={isIn ? 100 : -80} as="moved" />,
    note: isIn && "Paid twice; the second payment was refunded.",
  };
}

function Choices() {
  const [method, choose] = useState("khqr");
  const [theme, setTheme] = useState<ThemeId>(THEME_DEFAULT);
  const [isSaved, setSaved] = useState(false);
  return (
    <Columns>
      <Stack as="fieldset" gap={8} aria-label="Method">
        <RadioCard name="method" checked={method === "khqr"} onChange={() => choose("khqr")}>
          <Tile icon={QrCode} />
          <ItemText title="KHQR" note="Any banking app" />
        </RadioCard>
        <RadioCard name="method" checked={method === "bank"} onChange={() => choose("bank")}>
          <Tile icon={Landmark} />
          <ItemText title="Bank transfer" note="ABA •••• 1234" />
        </RadioCard>
      </Stack>
      <Grid as="fieldset" columns={2} gap={12} aria-label="Theme">
        {THEMES.slice(0, 2).map((id) => (
          <RadioCard
            key={id}
            name="design-theme"
            checked={id === theme}
            onChange={() => setTheme(id)}
            picture={<Box data-theme={id} height={48} surface="bg" radius="control" />}
          >
            {THEME[id].name}
          </RadioCard>
        ))}
      </Grid>
      <Box>
        <Checkbox checked={isSaved} onChange={({ target }) => setSaved(target.checked)}>
          I have saved the codes
        </Checkbox>
        <Checkbox checked={false} aria-invalid onChange={() => {}}>
          Required, and not ticked
        </Checkbox>
      </Box>
    </Columns>
  );
}
