import { styled } from "goober";
import { type ReactNode, useRef } from "react";
import { Link } from "wouter";
import { formatCount } from "../../ui/format.ts";
import { ClockAlert, Icon, type IconGlyph } from "../../ui/icon.tsx";
import { useCurrentInView } from "../../ui/tabs.tsx";
import { media, tint, type } from "../../ui/theme.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { VIEWS_PANE } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";

const Pane = styled("nav")`
  ${type.dense}
  grid-area: views;
  display: flex;
  gap: 4px;
  padding: 4px 16px;
  overflow-x: auto;
  background: var(--surface);
  border-bottom: 1px solid var(--line);
  & > h2,
  & > p {
    display: none;
  }
  & > div {
    display: flex;
    flex: none;
    align-items: center;
    border-radius: 6px;
  }
  & > div[data-current="true"] {
    background: ${tint("accent", 12, "surface")};
    font-weight: 500;
  }
  & > div > a {
    display: flex;
    flex: 1;
    align-items: center;
    gap: 8px;
    min-width: 0;
    height: 32px;
    padding: 0 10px;
    white-space: nowrap;
  }
  & > div:hover {
    background: ${tint("text", 4, "surface")};
  }
  & > div > a > [data-late] {
    display: flex;
    align-items: center;
    gap: 4px;
    color: var(--warn);
  }
  & > div > a > [data-total] {
    color: var(--muted);
  }
  ${media.touch} {
    & > div > a {
      min-height: 44px;
    }
  }
  ${VIEWS_PANE} {
    [data-whole="false"] > & {
      flex-direction: column;
      gap: 0;
      padding: 12px;
      overflow: hidden auto;
      border-right: 1px solid var(--line);
      border-bottom: 0;
    }
    [data-whole="false"] > & > h2,
    [data-whole="false"] > & > p {
      display: block;
    }
    [data-whole="false"] > & > h2 {
      ${type.caption}
      margin: 12px 10px 4px;
      color: var(--muted);
      font-weight: 400;
    }
    [data-whole="false"] > & > h2:first-child {
      margin-top: 0;
    }
    [data-whole="false"] > & > p {
      ${type.caption}
      margin: auto 10px 0;
      padding-top: 16px;
      color: var(--muted);
    }
    [data-whole="false"] > & > div > a > b {
      flex: 1;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    [data-whole="false"] > & > div[data-current="true"] {
      position: relative;
    }
    [data-whole="false"] > & > div[data-current="true"]::before {
      content: "";
      position: absolute;
      inset: 6px auto 6px -6px;
      width: 2px;
      border-radius: 1px;
      background: var(--accent);
    }
  }
  & > div > a > b {
    font-weight: inherit;
  }
`;

/** A view of a queue. @property late how many of it are past their target; null while nothing was counted */
export type QueueView = {
  href: string;
  icon: IconGlyph;
  label: string;
  isCurrent: boolean;
  counted: { count: number; late: number } | null;
  /** Beside it: what can be done with the view itself. */
  aside?: ReactNode;
};

type ViewsPaneProps = {
  label: string;
  groups: readonly { title: string; views: readonly QueueView[] }[];
  /** Below the views, where they are a pane. */
  foot: string | undefined;
};

/** The views of a queue, each with how many it has and how many of them are late. */
export function ViewsPane({ label, groups, foot }: ViewsPaneProps) {
  const line = useRef<HTMLElement>(null);
  const views = groups.flatMap((group) => group.views);
  const counts = views.map(({ counted }) => counted?.count).join(" ");
  useCurrentInView(line, `${views.findIndex(({ isCurrent }) => isCurrent)} ${counts}`);
  return (
    <Pane ref={line} aria-label={label}>
      {groups.flatMap(({ title, views: ofGroup }) => [
        <h2 key={title}>{title}</h2>,
        ...ofGroup.map(({ href, icon, label: name, isCurrent, counted, aside }) => (
          // Two views may be the same list: what is saved once more has another name.
          <div key={`${title} ${name}`} data-current={isCurrent}>
            <Link href={href} aria-current={isCurrent ? "page" : undefined}>
              <Icon of={icon} size={16} tone="muted" />
              <b>{name}</b>
              {counted !== null && counted.late > 0 && (
                <span data-late="" title={ADMIN_TEXT.target.lateCount(counted.late)}>
                  <Icon of={ClockAlert} size={14} />
                  <span className="num" aria-hidden="true">
                    {formatCount(counted.late)}
                  </span>
                  <VisuallyHidden>{ADMIN_TEXT.target.lateCount(counted.late)}</VisuallyHidden>
                </span>
              )}
              {counted !== null && (
                <span data-total="" className="num">
                  {formatCount(counted.count)}
                </span>
              )}
            </Link>
            {aside}
          </div>
        )),
      ])}
      {foot !== undefined && <p>{foot}</p>}
    </Pane>
  );
}
