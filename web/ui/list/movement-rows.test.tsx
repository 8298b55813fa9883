import { expect, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "../../test/render.tsx";
import { ArrowUpRight } from "../icon.tsx";
import { MovementRows } from "./movement-rows.tsx";

function Rows() {
  const [isOpen, setOpen] = useState(false);
  const movement = { icon: ArrowUpRight, detail: "", at: "2025-11-12T03:21:00Z", badge: "", amount: "" };
  const opening = { isOpen, onToggle: () => setOpen(!isOpen), content: "Sent to your account" };
  return (
    <MovementRows
      label="Withdrawals"
      timeZone="Asia/Phnom_Penh"
      movements={[
        { ...movement, id: "1", name: "To ACLEDA Bank", opening },
        { ...movement, id: "2", name: "To ABA Bank" },
      ]}
    />
  );
}

test("a row that opens is a button, which shows and hides what is below the row; another row is none", () => {
  render(<Rows />);
  const row = screen.getByRole("button", { name: /To ACLEDA Bank/ });
  expect(row.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByText("Sent to your account")).toBeNull();
  fireEvent.click(row);
  expect(row.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByText("Sent to your account").id).toBe(row.getAttribute("aria-controls") ?? "none");
  fireEvent.click(row);
  expect(screen.queryByText("Sent to your account")).toBeNull();
  expect(screen.getAllByRole("button")).toHaveLength(1);
});
