import { keyframes, styled } from "goober";
import { type ReactNode, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { X } from "../icon.tsx";
import { IconButton } from "../icon-button.tsx";
import { appear } from "../motion.ts";
import { layer, media, type } from "../theme.ts";
import { uiText } from "../ui-text.ts";
import { useModal } from "./use-modal.ts";
import { usePullDown } from "./use-pull-down.ts";

const rise = keyframes`from { opacity: 0; transform: translateY(8px); }`;

const Scrim = styled("div")`
  position: fixed;
  inset: 0;
  z-index: ${layer.dialog};
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  place-items: center;
  padding: 24px;
  overflow: auto;
  overscroll-behavior: contain;
  background: rgb(0 0 0 / 0.6);
  animation: ${appear} var(--motion);
  &[data-covers="true"] {
    background: color-mix(in oklab, var(--bg) 72%, transparent);
    backdrop-filter: blur(14px);
  }
  ${media.phone} {
    /* A row as high as the screen leaves it: a sheet with more in it scrolls inside, above its foot. */
    grid-template-rows: minmax(0, 1fr);
    place-items: end stretch;
    padding: 64px 0 0;
  }
`;

const Panel = styled("div")`
  display: flex;
  flex-direction: column;
  width: 100%;
  max-width: 480px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  box-shadow: var(--shadow);
  outline: none;
  animation: ${rise} var(--motion);
  &[data-width="narrow"] {
    max-width: 400px;
  }
  &[data-width="wide"] {
    max-width: 736px;
  }
  &[data-width="large"] {
    max-width: 940px;
  }
  ${media.phone} {
    max-width: none !important;
    max-height: 100%;
    border-width: 1px 0 0;
    border-radius: var(--radius-card) var(--radius-card) 0 0;
    &::before {
      content: "";
      flex: none;
      align-self: center;
      width: 36px;
      height: 4px;
      margin-top: 8px;
      border-radius: 2px;
      background: var(--control);
    }
    &[data-tall="true"] {
      height: 100%;
    }
    &[data-tall="most"] {
      height: 70dvh;
    }
  }
`;

const Head = styled("header")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  padding: 20px 24px 0;
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
    min-width: 0;
  }
  & h2 {
    ${type.section}
  }
  & p {
    ${type.body}
    color: var(--muted);
  }
  & > button {
    margin: -4px -8px -4px 0;
  }
  ${media.phone} {
    /* Over the grip, so that a finger can pull the sheet by it. */
    margin-top: -12px;
    padding: 20px 16px 0;
    touch-action: none;
    & h2 {
      ${type.lead}
    }
    & > button {
      margin-right: -12px;
    }
  }
`;

const DialogMark = styled("span")`
  display: flex;
  align-items: center;
  gap: 8px;
`;

/** A size container: amounts inside shrink to its width. */
const Body = styled("div")`
  container-type: inline-size;
  flex: 1;
  min-height: 0;
  padding: 16px 24px 24px;
  ${media.phone} {
    overflow: auto;
    padding: 12px 16px max(24px, env(safe-area-inset-bottom));
  }
`;

const Foot = styled("footer")`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  padding: 0 24px 24px;
  ${media.phone} {
    padding: 0 16px max(24px, env(safe-area-inset-bottom));
    & > * {
      flex: 1 1 40%;
    }
  }
`;

/** Options of a dialog. */
export type DialogProps = {
  title: string;
  /** A text beside the title: "Step 2 of 3". */
  note?: string;
  /** Beside the title, such as a badge. */
  mark?: ReactNode;
  /**
   * Called by Esc, the close button and, unless `keepsOnScrim`, a click beside the dialog. Null: it cannot be closed
   * that way.
   */
  onClose: (() => void) | null;
  children: ReactNode;
  /** The buttons at the foot; the first one to focus has `data-autofocus`. */
  actions?: ReactNode;
  /** 400, 480, 736 or 940 px. On phones every dialog is a sheet at the bottom. */
  width?: "narrow" | "normal" | "wide" | "large";
  /**
   * On phones: fills the height below the header, so that steps of different height do not move it; `most` leaves a third
   * of the page in view.
   */
  isTall?: boolean | "most";
  /** Ignores clicks beside it, for a form whose input would be lost. */
  keepsOnScrim?: boolean;
  /** Hides the page behind it, for example while nobody is signed in. */
  coversPage?: boolean;
  role?: "dialog" | "alertdialog";
  /** The id of the description, which screen readers read with the title. */
  describedBy?: string | undefined;
};

/**
 * A modal dialog, open while it is mounted. The page behind is inert, the focus moves to the element with
 * `data-autofocus`, else to the dialog, and is restored at the end. It is not a native `<dialog>`: that would make
 * toasts above it inert as well.
 */
export function Dialog(props: DialogProps) {
  const { title, note, mark, onClose, children, actions, width = "normal", isTall = false, role = "dialog" } = props;
  const titleId = useId();
  const scrim = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  useModal({ outer: scrim, panel, onClose });
  const pull = usePullDown(panel, props.keepsOnScrim ? null : onClose);

  return createPortal(
    // Clicking the scrim is a shortcut: Esc and the close button do the same with the keyboard.
    <Scrim
      ref={scrim}
      data-modal=""
      data-covers={props.coversPage}
      onMouseDown={(event) => {
        if (event.target !== scrim.current) return;
        // The click would move the focus after the dialog has restored it, or out of a dialog that stays open.
        event.preventDefault();
        if (!props.keepsOnScrim) onClose?.();
      }}
    >
      <Panel
        ref={panel}
        role={role}
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={props.describedBy}
        tabIndex={-1}
        data-width={width}
        data-tall={isTall}
      >
        <Head {...pull}>
          <div>
            <h2 id={titleId}>{title}</h2>
            {note && <p>{note}</p>}
            {mark && <DialogMark>{mark}</DialogMark>}
          </div>
          {onClose && <IconButton icon={X} label={uiText.close} onClick={onClose} />}
        </Head>
        <Body>{children}</Body>
        {actions && <Foot>{actions}</Foot>}
      </Panel>
    </Scrim>,
    document.body,
  );
}
