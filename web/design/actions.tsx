import { useState } from "react";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { ConfirmButton } from "../ui/dialog/confirm-button.tsx";
import { ArrowUpRight, ChevronLeft, ChevronRight, Pencil, Plus, RefreshCw, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { ButtonKey, KeyCap, KeyCaps } from "../ui/key-cap.tsx";
import { Segments, Toggle } from "../ui/segments.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { Case, Chapter, Row } from "./specimen.tsx";

const VARIANTS = ["accent", "neutral", "plain", "danger"] as const;
const SIZES = ["dense", "normal", "form", "touch", "large"] as const;
const LABELS: Record<NonNullable<ButtonLook["variant"]>, string> = {
  accent: "Deposit",
  neutral: "Withdraw",
  plain: "Cancel Payment",
  danger: "Reject",
};

export function Actions() {
  return (
    <Chapter title="Buttons" text="One accent button to a view. Verbs that say the result.">
      {VARIANTS.map((variant) => (
        <Case key={variant} name={variant}>
          <Row>
            <Button variant={variant}>{LABELS[variant]}</Button>
            <Button variant={variant} icon={Plus}>
              {LABELS[variant]}
            </Button>
            <Button variant={variant} isLoading>
              {LABELS[variant]}
            </Button>
            <Button variant={variant} disabled>
              {LABELS[variant]}
            </Button>
            {variant === "neutral" && <Button aria-pressed>Pressed</Button>}
          </Row>
        </Case>
      ))}
      <Case name="Sizes: 28, 36, 40, 44 and 48">
        <Row>
          {SIZES.map((size) => (
            <Button key={size} size={size}>
              {size}
            </Button>
          ))}
        </Row>
      </Case>
      <Case name="Links">
        <Row>
          <ButtonLink href="/design" icon={ArrowUpRight}>
            All trades
          </ButtonLink>
          <TextLink href="/design">Sign up</TextLink>
          <TextLink href="/design" tone="accent">
            Forgot password?
          </TextLink>
          <TextButton>View</TextButton>
        </Row>
      </Case>
      <Case name="Icon buttons: 36, 44 where fingers work, and 28">
        <Row>
          <Tooltip content="Edit">
            <IconButton icon={Pencil} label="Edit" />
          </Tooltip>
          <IconButton icon={ChevronLeft} label="Previous month" variant="neutral" />
          <IconButton icon={ChevronRight} label="Next month" variant="neutral" disabled />
          <IconButton icon={RefreshCw} label="Refresh" size="dense" />
          <IconButton icon={X} label="Close" />
          <CopyButton text="TNL-261121-0457" what="bill number" />
        </Row>
      </Case>
      <Case name="Confirmed in a dialog">
        <Row>
          <ConfirmButton label="Reset" title="Reset the demo account?" keep="Keep" onConfirm={() => {}}>
            Every demo position is deleted.
          </ConfirmButton>
          <ConfirmButton label="Close all" title="Close 2 positions?" keep="Keep" disabled onConfirm={() => {}}>
            They close at the current market price.
          </ConfirmButton>
        </Row>
      </Case>
      <Case name="Segments, and dense with toggles">
        <Intervals />
      </Case>
      <Case name="Keys: in a list, and in a button">
        <Row>
          <KeyCaps of="Mod+K" />
          <KeyCap>G</KeyCap>
          <Button>
            Approve <ButtonKey>A</ButtonKey>
          </Button>
        </Row>
      </Case>
    </Chapter>
  );
}

const INTERVALS = [
  { value: "1m", label: "1m", words: "1 minute" },
  { value: "1h", label: "1h", words: "1 hour" },
  { value: "1d", label: "1D", words: "1 day" },
] as const;

function Intervals() {
  const [interval, choose] = useState<(typeof INTERVALS)[number]["value"]>("1h");
  const [isShown, setShown] = useState(true);
  return (
    <Row>
      <Segments label="Interval" value={interval} options={INTERVALS} onChange={choose} />
      <Segments label="Interval, in a toolbar" size="toolbar" value={interval} options={INTERVALS} onChange={choose} />
      <Toggle isOn={isShown} onClick={() => setShown(!isShown)}>
        Table
      </Toggle>
    </Row>
  );
}
