import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { DemoOrder } from "../../worker/contract/demo/demo-types.ts";
import { nextTradingDayEnd } from "../../worker/contract/market-sessions.ts";
import { PLAIN_NUMBER, PRICE } from "../../worker/contract/read-number.ts";
import { demoRun } from "../demo/demo-account.ts";
import { stepsToType, unitsText, unitsToType } from "../demo/demo-format.ts";
import { type PlanDraft, planOf, planToType, planWords } from "../plans/plan-draft.ts";
import { PlanFields } from "../plans/plan-fields.tsx";
import { serverNow } from "../state/prices.ts";
import { Callout } from "../ui/callout.tsx";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { Grid, Stack, Text } from "../ui/layout.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { dockText } from "./dock-text.ts";
import { editText } from "./edit-text.ts";
import { ExitFields } from "./exit-fields.tsx";
import { priceOrDash, stopWords } from "./list-cells.tsx";
import { expiryWords, orderWords } from "./order-words.ts";
import { awaitedPrice } from "./position-figures.ts";
import { areUnderstood, exitsToType, readExits, readPrice, readUnits, type TypedExits } from "./typed-exits.ts";
import { useDemoForm } from "./use-demo-command.ts";
import { useIsFrozen } from "./use-is-frozen.ts";
import { useSeen } from "./use-seen.ts";

type TypedOrder = TypedExits & { amount: string; price: string; limitPrice: string; expiry: Expiry; plan: PlanDraft };
type Expiry = "never" | "day" | "as_is";

const FIELDS = ["amount", "price", "limitPrice", "stop", "target", "trail", "expiresAt"];

type OrderDialogProps = { order: DemoOrder; timeZone: string; onClose: () => void };

/** Amends a resting order. What changes meanwhile is said, and nothing typed is lost. */
export function OrderDialog({ order: opened, timeZone, onClose }: OrderDialogProps) {
  useSignals();
  const now = demoRun.value?.orders.find(({ id }) => id === opened.id) ?? null;
  const { known: order, changed, see } = useSeen(opened, now);
  const isFrozen = useIsFrozen();
  const [typed, setTyped] = useState(() => orderToType(opened));
  const { submit, isSending, errorOf, formError, setProblem } = useDemoForm({ fields: FIELDS, onDone: onClose });
  const { type, isTriggered } = order;
  const { amount, price, limitPrice, stop, target, trail } = typed;

  function save() {
    const read = readOrder(order, typed);
    if ("problem" in read) return setProblem(read.problem);
    const plan = planOf(typed.plan);
    const isSame = JSON.stringify(plan) === JSON.stringify(planOf(planToType(order.plan)));
    // Without the field a version before takes it too, and the order keeps its plan.
    const planned = isSame ? {} : { plan };
    void submit({ type: "amend_order", orderId: order.id, version: order.version, ...read.terms, ...planned });
  }

  const field = (name: "amount" | "price" | "limitPrice", label: string, isDisabled = false) => (
    <NumberField
      reads={name === "amount" ? PLAIN_NUMBER : PRICE}
      label={label}
      error={errorOf(name)}
      value={typed[name]}
      disabled={isDisabled}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <DialogForm
      noValidate
      title={orderWords(order)}
      cancel={now === null ? editText.back : editText.cancel}
      submit={now === null ? undefined : editText.save}
      isComplete={!isFrozen && areUnderstood({ prices: [price, limitPrice, stop, target, trail], amounts: [amount] })}
      isBusy={isSending}
      problem={formError}
      onSubmit={save}
      onChange={() => setProblem(null)}
      onClose={onClose}
    >
      {now === null && (
        <Callout tone="warn" role="status">
          {editText.orderGone}
        </Callout>
      )}
      {isTriggered && <Callout>{editText.triggered}</Callout>}
      {changed && (
        <ChangedMeanwhile
          now={nowWords(changed)}
          onUse={() => {
            see(changed);
            setTyped(orderToType(changed));
          }}
        />
      )}
      <Grid columns={2} gap={16} phone={{ columns: 1 }}>
        {field("price", type === "stop_limit" ? editText.stopPrice : editText.price, isTriggered)}
        {type === "stop_limit" && field("limitPrice", editText.limitPrice)}
        {field("amount", editText.amount)}
        <Select<Expiry>
          label={editText.goodTill}
          error={errorOf("expiresAt")}
          value={typed.expiry}
          options={[
            { value: "never", label: dockText.untilCancelled },
            { value: "day", label: dockText.untilDayEnd },
            ...(order.expiresAt === null
              ? []
              : [{ value: "as_is" as const, label: expiryWords(order.expiresAt, timeZone) }]),
          ]}
          onChange={(expiry) => setTyped({ ...typed, expiry })}
        />
      </Grid>
      <ExitFields
        typed={typed}
        onType={(exits) => setTyped({ ...typed, ...exits })}
        hints={{ stop: editText.beforeCosts, target: editText.beforeCosts, trail: editText.trailHint }}
        errorOf={errorOf}
      />
      <Stack gap={8} as="section" aria-label={editText.plan}>
        <Text size="dense" weight={500}>
          {editText.plan}
        </Text>
        <PlanFields
          plan={typed.plan}
          onChange={(part) => setTyped((before) => ({ ...before, plan: { ...before.plan, ...part } }))}
        />
        <Text size="caption" tone="muted">
          {editText.planHint}
        </Text>
      </Stack>
    </DialogForm>
  );
}

function orderToType(order: DemoOrder): TypedOrder {
  const { symbol, price, limitPrice, units, expiresAt } = order;
  const text = (steps: number | null) => (steps === null ? "" : stepsToType(symbol, steps));
  return {
    ...exitsToType(symbol, order),
    amount: unitsToType(units),
    price: text(price),
    limitPrice: text(limitPrice),
    expiry: expiresAt === null ? "never" : "as_is",
    plan: planToType(order.plan),
  };
}

function readOrder(order: DemoOrder, typed: TypedOrder) {
  const { symbol, type, expiresAt } = order;
  const price = readPrice(symbol, typed.price, { field: "price", isNeeded: true });
  if ("problem" in price) return price;
  const isStopLimit = type === "stop_limit";
  const limitPrice = readPrice(symbol, isStopLimit ? typed.limitPrice : "", {
    field: "limitPrice",
    isNeeded: isStopLimit,
  });
  if ("problem" in limitPrice) return limitPrice;
  const amount = readUnits(typed.amount);
  if ("problem" in amount) return amount;
  const exits = readExits(symbol, typed);
  if ("problem" in exits) return exits;
  const expiry = { never: null, day: nextTradingDayEnd(serverNow()), as_is: expiresAt }[typed.expiry];
  return {
    terms: {
      ...exits.exits,
      units: amount.units,
      price: price.steps,
      limitPrice: limitPrice.steps,
      expiresAt: expiry,
    },
  };
}

function nowWords(order: DemoOrder): string {
  return [
    editText.amountIs(unitsText(order.units)),
    editText.priceIs(priceOrDash(order.symbol, awaitedPrice(order))),
    editText.stopIs(stopWords(order.symbol, order)),
    editText.targetIs(priceOrDash(order.symbol, order.target)),
    ...(order.plan ? [editText.planIs(planWords(order.plan))] : []),
  ].join(", ");
}
