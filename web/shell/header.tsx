import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Suspense } from "react";
import { Link } from "wouter";
import { FeedState } from "../prices/feed-state.tsx";
import { balance } from "../state/balance.ts";
import { demoBalance } from "../state/demo-balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { NEW_DEPOSIT, ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { settings } from "../state/settings.ts";
import { Avatar } from "../ui/avatar.tsx";
import { DemoBadge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { capUsd } from "../ui/format.ts";
import { HeaderSlot } from "../ui/header-slot.tsx";
import { Eye, EyeOff, Plus } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { layer, media, type } from "../ui/theme.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { useMedia } from "../ui/use-media.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { shellText } from "./shell-text.ts";
import { switchSums } from "./switch-sums.ts";

const Bell = lazyPage(async () => (await import("../notifications/bell.tsx")).Bell, { isQuiet: true });
const FollowDemo = lazyPage(async () => (await import("../demo/demo-account.ts")).FollowDemo);

/** The title, nine digits of cash and the two buttons fit into 360 px with narrower gaps. */
const SMALL_PHONE = "@media (max-width: 389px)";

/** Widths at which the title, the page's own figures and both balances have narrower gaps. */
const MIDDLE = "@media (min-width: 640px) and (max-width: 1535px)";
/** Widths at which the title and both balances have no room beside each other: that of money stays. */
const NARROW = "@media (min-width: 640px) and (max-width: 767px)";
/** Widths at which they have no room for the words of the feed. */
const WORDLESS = "@media (min-width: 640px) and (max-width: 1599px)";

/** Widths at which the figures of a page leave no room for the caption of the cash. */
const CROWDED = "@media (min-width: 1024px) and (max-width: 1439px)";
/** Widths at which they leave no room for the word of Deposit either. */
const PACKED = "@media (min-width: 1024px) and (max-width: 1179px)";

/** On phones a page with figures of its own has the header for itself; all else is in the bar at the bottom. */
const OWN_HEADER = `
  &[data-crowded="true"] {
    height: 56px;
    padding: 0 16px;
  }
  &[data-crowded="true"] > [data-title] {
    position: absolute;
    clip-path: inset(50%);
  }
  &[data-crowded="true"] > :not([data-title], p, [role="status"], [data-figures]),
  &[data-crowded="true"] > [data-figures] > * + * {
    display: none;
  }
  &[data-crowded="true"] > [data-figures] {
    display: flex;
    flex: 1;
    min-width: 0;
  }
  &[data-crowded="true"] > [data-figures] > * {
    flex: 1;
    height: auto;
    padding: 0;
    border: 0;
  }
`;

const Bar = styled("header")`
  position: sticky;
  top: var(--top-bar, 0px);
  z-index: ${layer.header};
  display: flex;
  align-items: center;
  gap: 16px;
  height: 64px;
  padding: 0 24px;
  background: var(--bg);
  border-bottom: 1px solid var(--line);
  & [data-feed] {
    padding-left: 16px;
    border-left: 1px solid var(--line);
  }
  /* Placed before the figures that it hides. */
  & [data-eye] {
    display: flex;
    margin: 0 0 0 auto;
  }
  & [data-figures] {
    display: flex;
    align-items: center;
    gap: 20px;
  }
  & [data-money] {
    ${type.body}
    display: inline-flex;
    align-items: center;
    gap: 8px;
    color: var(--muted);
    white-space: nowrap;
  }
  & [data-money="cash"] > :last-child {
    color: var(--text);
    font-weight: 600;
  }
  & [data-money] + [data-money] {
    padding-left: 20px;
    border-left: 1px solid var(--line);
  }
  ${media.phone} {
    height: 56px;
    padding: 0 16px;
    gap: 12px;
    & [data-feed] {
      flex: 1;
      padding-left: 0;
      border-left: 0;
    }
    /* From the right: the badge comes with the first prices, and the dot stays where it is. */
    & [data-feed] > div {
      flex-direction: row-reverse;
    }
    & [data-eye] {
      margin-right: -8px;
    }
    & [data-money="cash"] {
      flex-direction: column;
      align-items: flex-end;
      gap: 0;
    }
    & [data-money="demo"] {
      display: none;
    }
    & [data-money] + [data-money] {
      padding-left: 0;
      border-left: 0;
    }
    /* There the feed stands at the right, where the page has one, and no figures. */
    &[data-cash="false"] [data-feed] ~ [data-eye] {
      margin-left: -8px;
    }
    &[data-cash="false"] [data-figures],
    &[data-cash="true"] [data-feed] {
      display: none;
    }
  }
  ${MIDDLE} {
    gap: 10px;
    & [data-money="demo"] > small {
      display: none;
    }
    & [data-feed] {
      padding-left: 12px;
    }
    & [data-figures] {
      gap: 8px;
    }
    & [data-money] + [data-money] {
      padding-left: 8px;
    }
  }
  ${NARROW} {
    &[data-cash="true"] [data-money="demo"] {
      display: none;
    }
    & [data-money] + [data-money] {
      padding-left: 0;
      border-left: 0;
    }
  }
  ${CROWDED} {
    &[data-crowded="true"] [data-money="cash"] > [aria-hidden] {
      display: none;
    }
  }
  ${PACKED} {
    &[data-crowded="true"] {
      padding: 0 16px;
    }
    &[data-crowded="true"] [data-figures] > div:last-child > a {
      gap: 0;
      width: 36px;
      padding: 0;
      font-size: 0;
    }
  }
  ${media.upright} {
    ${OWN_HEADER}
  }
  ${media.lying} {
    ${OWN_HEADER}
  }
  ${SMALL_PHONE} {
    gap: 6px;
    padding: 0 14px;
    &[data-cash="true"] [data-eye] {
      margin-right: -12px;
    }
  }
  ${media.print} {
    display: none;
  }
`;

const TITLE = { size: "section", weight: 600, breaks: "ellipsis", phone: { size: "lead" } } as const;

/** Options of the header. */
export type HeaderLook = {
  title: string;
  /** `demo`: the page itself shows the cash. `cash`: the page itself shows the demo money. */
  figures?: "demo" | "cash" | "both";
  /** Deposit is the accent button where the page has no primary action, and `none` where the page has it. */
  deposit?: "accent" | "neutral" | "none";
  /** For screens with prices: shows the state of the feed. */
  hasFeed?: boolean;
};

/**
 * The header of every signed-in screen: title, state of the feed, and balances.
 * @param props.hasPerson shows who is signed in, where no sidebar beside the page does
 */
export function Header({
  title,
  figures = "both",
  deposit = "neutral",
  hasFeed = false,
  hasPerson,
}: HeaderLook & { hasPerson: boolean }) {
  const isPhone = useMedia(media.phone);
  const isWordless = useMedia(WORDLESS);
  // Where the page puts figures of its own into the header, they need the room of the feed's words.
  const isFeedShort = isPhone || (isWordless && figures === "cash");
  return (
    <Bar data-cash={figures !== "demo"} data-crowded={figures === "cash"}>
      <Box minWidth={0} data-title="">
        <PageHeading title={title} {...TITLE} />
      </Box>
      {hasFeed && (
        <div data-feed="">
          <FeedState isShort={isFeedShort} />
        </div>
      )}
      <div data-eye="">
        <SumsSwitch />
        {(!isPhone || figures === "demo") && (
          <Suspense fallback={<Box width={36} />}>
            <Bell />
          </Suspense>
        )}
      </div>
      <div data-figures="">
        <HeaderSlot />
        {figures !== "cash" && <Demo />}
        {figures !== "demo" && <Cash />}
        {deposit !== "none" && (
          <Box showOn="wide">
            <ButtonLink href={NEW_DEPOSIT} variant={deposit} icon={Plus}>
              {shellText.deposit}
            </ButtonLink>
          </Box>
        )}
      </div>
      {hasPerson && <You />}
      <Suspense fallback={null}>
        <FollowDemo />
      </Suspense>
    </Bar>
  );
}

/**
 * The header before it is known who is signed in: no figures, and a spinner. The title is no heading yet, as there is no
 * page to read under it.
 */
export function LoadingHeader({ title, figures = "both", hasFeed = false }: HeaderLook) {
  return (
    <Bar data-cash={figures !== "demo"} data-crowded={figures === "cash"}>
      <Text {...TITLE}>{title}</Text>
      <Row role="status" tone="muted">
        <Spinner />
        <VisuallyHidden>{shellText.loading}</VisuallyHidden>
      </Row>
      {hasFeed && (
        <div data-feed="">
          <FeedState isShort />
        </div>
      )}
      <div data-eye="" />
      <div data-figures="">
        <Skeleton width={72} height={16} />
      </div>
    </Bar>
  );
}

/** The signed-in person, where the sidebar that shows them is closed. */
function You() {
  useSignals();
  const person = user.value;
  return (
    person && (
      <Link href={ROUTE.profile} asChild>
        <Row as="a" href={ROUTE.profile} justify="center" minWidth={44} minHeight={44} margin="0 -8px" radius="badge">
          <VisuallyHidden>{shellText.items.profile}</VisuallyHidden>
          <Avatar person={person} size={28} />
        </Row>
      </Link>
    )
  );
}

/** The demo balance of the followed account. */
function Demo() {
  useSignals();
  return (
    <span data-money="demo" title={shellText.demo}>
      <VisuallyHidden>{shellText.demo}</VisuallyHidden>
      <DemoBadge />
      <small aria-hidden="true">{shellText.demoShort}</small>
      <Money usd={capUsd(demoBalance.value)} />
    </span>
  );
}

function Cash() {
  useSignals();
  return (
    <span data-money="cash">
      <VisuallyHidden>{shellText.cash}</VisuallyHidden>
      <Box as="span" aria-hidden="true" showOn="wide">
        {shellText.cashShort}
      </Box>
      <Text as="small" aria-hidden="true" size="caption" showOn="phone">
        {shellText.cash}
      </Text>
      {balance.value === null ? <Skeleton width={72} height={16} /> : <Money usd={capUsd(balance.value)} />}
    </span>
  );
}

/** Hides or shows amounts in this browser: a shortcut to the setting "Show balance". Admins always see them. */
function SumsSwitch() {
  useSignals();
  if (user.value?.role !== "trader") return null;
  const areShown = settings.value.privacy.showBalance;
  const label = areShown ? shellText.hideSums : shellText.showSums;
  return (
    <Tooltip content={label} side="bottom">
      <IconButton icon={areShown ? Eye : EyeOff} label={label} onClick={switchSums} />
    </Tooltip>
  );
}
