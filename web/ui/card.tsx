import { styled } from "goober";
import { type ElementType, type ReactNode, type Ref, useId } from "react";
import { layoutPart, type PartProps, Row } from "./layout.tsx";
import type { Looks } from "./look.ts";
import { media, type } from "./theme.ts";

const FRAME =
  "min-width: 0; padding: 20px; background: var(--surface); border: 1px solid var(--line);" +
  `border-radius: var(--radius-card); ${media.phone} { padding: 16px; }`;
const FLUSH =
  "min-width: 0; overflow: hidden; background: var(--surface); border: 1px solid var(--line);" +
  "border-radius: var(--radius-card);";
const BARE_ON_PHONE = `${media.phone} { padding: 0; background: none; border: 0; border-radius: 0; }`;
const COLUMN = "display: flex; flex-direction: column;";

type CardProps<Tag extends ElementType> = PartProps<Tag> & {
  /** Without padding, for content with its own. */
  isFlush?: boolean;
  /** On phones its content fills the page without a frame. */
  isBareOnPhone?: boolean;
  /** Its children are below each other, so that one of them can fill what is left of its height. */
  isColumn?: boolean;
};

/** A section with a lighter surface and a hairline border. */
export function Card<Tag extends ElementType = "section">({
  isFlush = false,
  isBareOnPhone = false,
  isColumn = false,
  ...props
}: CardProps<Tag>) {
  const frame = isFlush ? FLUSH : FRAME;
  return layoutPart(frame + (isBareOnPhone ? BARE_ON_PHONE : "") + (isColumn ? COLUMN : ""), "section", props);
}

const Head = styled("header")`
  ${type.body}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  min-height: 52px;
  padding: 8px 20px;
  border-bottom: 1px solid var(--line);
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 12px;
    min-width: 0;
  }
  & p {
    ${type.caption}
    color: var(--muted);
  }
  & h2:focus {
    outline: none;
  }
  &:last-child {
    border-bottom: 0;
  }
  ${media.phone} {
    padding: 8px 16px;
  }
`;

type CardHeadProps = {
  title: string;
  id?: string;
  /** Whether the focus can be moved to the title by its id. */
  isFocusTarget?: boolean;
  /** Before the title: a button. */
  lead?: ReactNode;
  /** Beside the title: a badge or a name. */
  mark?: ReactNode;
  /** For a title that takes the focus when its card has got other content. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** A short text beside the title: "6 trades, net +$78.38". */
  note?: ReactNode;
  /** At the right end: one link or button. */
  action?: ReactNode;
};

/** The title line of a flush card. */
export function CardHead({ title, id, isFocusTarget = false, headingRef, lead, mark, note, action }: CardHeadProps) {
  return (
    <Head>
      <div>
        {lead}
        <h2 id={id} ref={headingRef} tabIndex={isFocusTarget || headingRef ? -1 : undefined}>
          {title}
        </h2>
        {mark}
        {note && <p>{note}</p>}
      </div>
      {action}
    </Head>
  );
}

type PanelProps = Omit<CardHeadProps, "id"> & Looks & { children: ReactNode };

/** A flush card with its title line, which names it as a region of the page. */
export function Panel({ title, note, action, children, ...looks }: PanelProps) {
  const id = useId();
  return (
    <Card isFlush aria-labelledby={id} {...looks}>
      <CardHead id={id} title={title} note={note} action={action} />
      {children}
    </Card>
  );
}

type CardTitleProps = {
  title: string;
  id: string;
  as?: "h2" | "h3";
  /** At the end of the line: a unit, a choice, a few facts. */
  children?: ReactNode;
};

/** The title line of a card with padding. */
export function CardTitle({ title, id, as: Heading = "h2", children }: CardTitleProps) {
  return (
    <Row as="header" wrap justify="space-between" gap="8px 24px" margin="0 0 12px">
      <Heading id={id}>{title}</Heading>
      {children}
    </Row>
  );
}
