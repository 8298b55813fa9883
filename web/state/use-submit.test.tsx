import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, render, renderHook, screen, waitFor } from "@testing-library/react";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { ApiError, fetchFile, NetworkError } from "./api.ts";
import { problemOf, useSubmit } from "./use-submit.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

type Sent = PromiseWithResolvers<string> & { body: string; key: string };

/** A form whose outcomes the test gives. */
function openForm() {
  const sent: Sent[] = [];
  const done: string[] = [];
  const { result, unmount } = renderHook(() =>
    useSubmit({
      send(body: string, key) {
        const outcome = { ...Promise.withResolvers<string>(), body, key };
        sent.push(outcome);
        return outcome.promise;
      },
      onDone: (reply) => done.push(reply),
      explain: (error) => problemOf(error, "Nothing came back"),
      fields: ["name"],
    }),
  );
  const submit = (body: string) => act(async () => void result.current.submit(body));
  const settle = (index: number, outcome: string | Error) =>
    act(async () => (outcome instanceof Error ? sent[index]?.reject(outcome) : sent[index]?.resolve(outcome)));
  return { form: () => result.current, sent, done, submit, settle, unmount };
}

test("what reports nothing when it is done is sent as well", async () => {
  const sent: string[] = [];
  const { result } = renderHook(() =>
    useSubmit<string>({
      send: async (body) => void sent.push(body),
      explain: () => null,
    }),
  );
  await act(async () => void result.current.submit("a"));
  expect(sent).toEqual(["a"]);
});

/** A form of two fields, of which the API refuses the second. */
function TwoFields() {
  const { submit, errorOf, setProblem, form } = useSubmit({
    send: (_: string) => refusal().then((error) => Promise.reject(error)),
    explain: (error) => problemOf(error, "Nothing came back"),
    fields: ["name"],
  });
  return (
    <form ref={form} onChange={() => setProblem(null)}>
      <input aria-label="Code" />
      <input aria-label="Name" aria-invalid={errorOf("name") !== null} />
      <button type="button" onClick={() => void submit("a")}>
        Send
      </button>
    </form>
  );
}

async function refusal(): Promise<ApiError> {
  const { code, message, requestId, field } = await refuse("invalid_input", "Too short", { field: "name" }).json();
  return new ApiError(400, { code, message, requestId, field });
}

test("one is sent at a time, and what was done is reported", async () => {
  const { form, sent, done, submit, settle } = openForm();
  await submit("a");
  await submit("a");
  expect([sent.length, form().isSending]).toEqual([1, true]);
  await settle(0, "stored");
  expect([done, form().isSending, form().problem]).toEqual([["stored"], false, null]);
});

test("a refusal names the input that is wrong, until the next attempt", async () => {
  const { form, submit, settle } = openForm();
  await submit("a");
  await settle(0, await refusal());
  expect(form()).toMatchObject({ isSending: false, problem: { message: "Too short", field: "name" }, formError: null });
  expect([form().errorOf("name"), form().errorOf("code")]).toEqual(["Too short", null]);
  await submit("b");
  expect(form().problem).toBeNull();
});

test("a problem has the error's code, and is gone when the form clears it", async () => {
  const { form, submit, settle } = openForm();
  await submit("a");
  await settle(0, await refusal());
  expect(form().problem?.code).toBe("invalid_input");
  act(() => form().setProblem(null));
  expect([form().problem, form().errorOf("name")]).toEqual([null, null]);
});

test("the first field with a problem takes the focus, once for each problem", async () => {
  render(<TwoFields />);
  const field = (label: string) => screen.getByLabelText(label);
  for (const _ of ["first", "second"]) {
    field("Code").focus();
    await act(async () => screen.getByRole("button").click());
    expect(document.activeElement).toBe(field("Name"));
  }
});

test("an attempt without a response keeps its idempotency key while nothing in it changes", async () => {
  const { form, sent, submit, settle } = openForm();
  await submit("a");
  await settle(0, new NetworkError("down"));
  expect([form().formError, form().errorOf("name")]).toEqual(["Nothing came back", null]);
  await submit("a");
  await settle(1, await refusal());
  await submit("a");
  await settle(2, new NetworkError("down"));
  await submit("b");
  await settle(3, "stored");
  await submit("b");
  const [first, again, afterRefusal, other, afterDone] = sent.map(({ key }) => key);
  expect(again).toBe(first ?? "");
  expect(new Set([first, afterRefusal, other, afterDone]).size).toBe(4);
});

test("what takes the signal ends when it is stopped or the form closes, without a problem", async () => {
  const explained: unknown[] = [];
  const { result, unmount } = renderHook(() =>
    useSubmit<void, Response>({
      send: (_, _key, signal) => fetchFile("/api/never", signal),
      explain: (error) => {
        explained.push(error);
        return problemOf(error, "Nothing came back");
      },
    }),
  );
  const answered = Promise.withResolvers<void>();
  context.server.on("GET /api/never", async () => {
    await answered.promise;
    return ok();
  });
  await act(async () => void result.current.submit());
  expect(result.current.isSending).toBe(true);
  act(() => result.current.stop());
  await waitFor(() => expect(result.current.isSending).toBe(false));
  expect(result.current.problem).toBeNull();
  await act(async () => void result.current.submit());
  unmount();
  await nextTask();
  expect(explained).toEqual([]);
  answered.resolve();
});

test("what was sent before the form closed is reported as done", async () => {
  const { done, submit, settle, unmount } = openForm();
  await submit("a");
  unmount();
  await settle(0, "stored");
  expect(done).toEqual(["stored"]);
});
