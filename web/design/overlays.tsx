import { useState } from "react";
import { MONEY } from "../../worker/contract/read-number.ts";
import { CountBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CountdownRing } from "../ui/countdown-ring.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { NotLoaded } from "../ui/dialog/not-loaded.tsx";
import { type Notice, NoticeDialog } from "../ui/dialog/notice-dialog.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { PasswordField } from "../ui/fields/password-field.tsx";
import { ImageViewer } from "../ui/image/image-viewer.tsx";
import { ViewableImage } from "../ui/image/viewable-image.tsx";
import { Box } from "../ui/layout.tsx";
import { PopupMenu } from "../ui/popup-menu.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { ProgressLine } from "../ui/progress-line.tsx";
import { Ring } from "../ui/ring.tsx";
import { Spinner, SpinnerBlock } from "../ui/spinner.tsx";
import { toast } from "../ui/toast/toaster.tsx";
import { Case, Chapter, Columns, Row } from "./specimen.tsx";

const LENGTH_MS = 10 * 60_000;

const NOTICES: Notice[] = [
  { type: "success", title: "Field Updated", message: "Your username is now sokha.chan." },
  {
    type: "pending",
    title: "ID Uploaded Successfully",
    message: "It is verified within 24-48 hours. We write to you then.",
  },
  {
    type: "error",
    title: "Connection Error",
    message: "Unable to connect to server. Please check your internet connection and try again.",
  },
];

/** A sample receipt of 600 by 800 px, inline because the page has no server. */
const RECEIPT = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800" font-family="sans-serif" fill="#16213A">
    <rect width="600" height="800" fill="#FFFFFF"/><rect width="600" height="120" fill="#16213A"/>
    <text x="40" y="74" font-size="32" font-weight="600" fill="#FFFFFF">Transfer receipt</text>
    <text x="40" y="220" font-size="24">Amount</text><text x="560" y="220" font-size="24" text-anchor="end">USD 350.55</text>
    <text x="40" y="280" font-size="24">To</text><text x="560" y="280" font-size="24" text-anchor="end">Sokha Chan</text>
    <text x="40" y="340" font-size="24">Reference</text><text x="560" y="340" font-size="24" text-anchor="end">FT2640991</text>
  </svg>`,
)}`;

export function Overlays() {
  return (
    <>
      <Dialogs />
      <Images />
      <Chapter title="Toasts" text="Top right, below the header; they stay reachable while a dialog is open.">
        <Row>
          <Button onClick={() => toast("A code is on its way")}>Blank</Button>
          <Button onClick={() => toast.success("Email verified successfully")}>Success</Button>
          <Button onClick={() => toast.error("Error resetting password")}>Error</Button>
          <Button onClick={() => toast.loading("Saving...", { id: "design-loading" })}>Loading</Button>
          <Button variant="plain" onClick={() => toast.dismiss()}>
            Close all
          </Button>
        </Row>
      </Chapter>
      <Time />
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<"deposit" | "password" | "question" | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const close = () => setOpen(null);
  return (
    <Chapter title="Dialogs" text="A sheet from below on phones. Esc closes, and the focus returns.">
      <Row>
        <Button onClick={() => setOpen("deposit")}>Open dialog</Button>
        <Button onClick={() => setOpen("password")}>Open form</Button>
        <Button onClick={() => setOpen("question")}>Open question</Button>
        <Button onClick={({ currentTarget }) => setMenuAt(currentTarget.getBoundingClientRect())}>Open menu</Button>
        {NOTICES.map((each) => (
          <Button key={each.type} onClick={() => setNotice(each)}>
            Notice: {each.type}
          </Button>
        ))}
      </Row>
      <Columns>
        <Case name="Whose code could not be loaded">
          <NotLoaded retry={{ state: "failed", run: () => {} }} />
        </Case>
      </Columns>
      {open === "deposit" && <DepositDialog onClose={close} />}
      {open === "password" && <PasswordDialog onClose={close} />}
      {open === "question" && (
        <DialogForm
          title="End this session?"
          role="alertdialog"
          width="narrow"
          lead="Chrome on Windows is signed out with its next action."
          cancel="Cancel"
          submit="End session"
          isDanger
          isBusy={false}
          focus="cancel"
          onSubmit={close}
          onClose={close}
        />
      )}
      {menuAt && (
        <PopupMenu
          title="At 66,400.00"
          at={menuAt}
          items={[
            { key: "buy", content: "Buy limit", onChoose: () => {} },
            { key: "sell", content: "Sell stop", onChoose: () => {} },
          ]}
          onClose={() => setMenuAt(null)}
        />
      )}
      {notice && <NoticeDialog notice={notice} onClose={() => setNotice(null)} />}
    </Chapter>
  );
}

function Images() {
  const [isViewing, setIsViewing] = useState(false);
  return (
    <Chapter title="Images" text="Over the whole screen: zoom, turn, save. Keys + − R, arrows and Esc.">
      <Row>
        <Button onClick={() => setIsViewing(true)}>Open image</Button>
      </Row>
      <Columns>
        <Case name="In its place: all of it">
          <Box height={160}>
            <ViewableImage src={RECEIPT} title="Proof of payment" saveAs="receipt" />
          </Box>
        </Case>
        <Case name="In its place: filling it">
          <Box height={160}>
            <ViewableImage src={RECEIPT} title="Proof of payment, cut" saveAs="receipt" fit="cover" />
          </Box>
        </Case>
        <Case name="Not loaded">
          <Box height={160}>
            <ViewableImage src="data:image/png;base64," title="Missing proof" saveAs="receipt" />
          </Box>
        </Case>
      </Columns>
      {isViewing && (
        <ImageViewer src={RECEIPT} title="Proof of payment" saveAs="receipt" onClose={() => setIsViewing(false)} />
      )}
    </Chapter>
  );
}

function Time() {
  const [startedAtMs] = useState(() => Date.now());
  return (
    <Chapter title="Time" text="Progress, countdowns and waiting.">
      <Columns>
        <Case name="Step 1 of 3">
          <ProgressLine label="Deposit, step 1" step={1} steps={3} />
        </Case>
        <Case name="Step 3 of 3">
          <ProgressLine label="Deposit, step 3" step={3} steps={3} />
        </Case>
        <Case name="Done">
          <ProgressLine label="Deposit, paid" step={3} steps={3} isDone />
        </Case>
        <Case name="A count">
          <ProgressBar label="Import" percent={40} valueText="400 of 1,000 rows" />
        </Case>
      </Columns>
      <Row>
        <CountdownRing endsAtMs={startedAtMs + 272_000} lengthMs={LENGTH_MS} />
        <CountdownRing endsAtMs={startedAtMs + 52_000} lengthMs={LENGTH_MS} />
        <CountdownRing endsAtMs={startedAtMs} lengthMs={LENGTH_MS} />
        <CountdownRing endsAtMs={startedAtMs + 272_000} lengthMs={LENGTH_MS} size={48} />
        <Ring fraction={0.6} size={32} strokeWidth={3} tone="up" />
        <Spinner />
        <Spinner size={20} />
      </Row>
      <SpinnerBlock />
    </Chapter>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  return (
    <DialogForm
      title="Close your account?"
      lead="This cannot be undone."
      cancel="Keep account"
      submit={isBusy ? "Closing..." : "Close account"}
      isDanger
      isComplete={password !== ""}
      isBusy={isBusy}
      problem="Your account could not be closed. Please try again."
      onSubmit={(event) => {
        event.preventDefault();
        setIsBusy(true);
        setTimeout(onClose, 2_000);
      }}
      onClose={onClose}
    >
      <PasswordField
        data-autofocus=""
        label="Password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </DialogForm>
  );
}

function DepositDialog({ onClose }: { onClose: () => void }) {
  const [amount, setAmount] = useState("5");
  const [error, setError] = useState<string | null>(null);
  return (
    <Dialog
      title="Deposit"
      mark={<CountBadge count={2} />}
      note="Step 2 of 3"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="accent" onClick={() => setError("Minimum deposit is $10 USD")}>
            Show the code
          </Button>
        </>
      }
    >
      <Box margin="0 0 20px">
        <ProgressLine label="Deposit" step={2} steps={3} />
      </Box>
      <NumberField
        reads={MONEY}
        label="Amount"
        size="large"
        prefix="$"
        suffix="USD"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
        hint="From $10.00"
        error={error}
        data-autofocus=""
      />
    </Dialog>
  );
}
