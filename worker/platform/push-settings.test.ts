import { expect, test } from "bun:test";
import { settingsSchema } from "./env.ts";
import { isPushOn, pushEndpoint, pushSettingsFault } from "./push-settings.ts";

const production = {
  APP_ORIGIN: "https://trade.example.com",
  PUSH_HOSTS: settingsSchema.shape.PUSH_HOSTS.parse(undefined),
};
const local = { APP_ORIGIN: "http://localhost:8787", PUSH_HOSTS: "http://127.0.0.1:8794,fcm.googleapis.com" };

test.each([
  "https://fcm.googleapis.com/fcm/send/eCk:APA91bH-_x",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn",
  "https://web.push.apple.com/QGuQyavXutnMH",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2b%3d%3d",
])("the endpoint %s is one of a known push service", (endpoint) => {
  expect(pushEndpoint(endpoint, production)?.href).toBe(endpoint);
});

const REFUSED = [
  ["another scheme", "http://fcm.googleapis.com/fcm/send/a"],
  ["another host", "https://push.evil.example/a"],
  ["a host that begins like a known one", "https://fcm.googleapis.com.evil.example/a"],
  ["a host that ends like a known one", "https://evilfcm.googleapis.com/a"],
  ["a host that ends like one with others below it", "https://evilpush.apple.com/a"],
  ["a host below that of an exact one", "https://a.fcm.googleapis.com/a"],
  ["the name that has others below it", "https://push.apple.com/a"],
  ["an odd label below a known name", "https://a_b.push.apple.com/a"],
  ["a user name", "https://fcm.googleapis.com@evil.example/a"],
  ["a user name before a known host", "https://user@fcm.googleapis.com/a"],
  ["a password before a known host", "https://user:secret@fcm.googleapis.com/a"],
  ["a port", "https://fcm.googleapis.com:8443/a"],
  ["the port of https", "https://fcm.googleapis.com:443/a"],
  ["capitals", "https://FCM.googleapis.com/a"],
  ["a scheme in capitals", "HTTPS://fcm.googleapis.com/a"],
  ["a dot at the end of the host", "https://fcm.googleapis.com./a"],
  ["a dot at the end of a host below one", "https://web.push.apple.com./a"],
  ["a fragment", "https://fcm.googleapis.com/a#b"],
  ["a backslash", "https://fcm.googleapis.com\\@evil.example/a"],
  ["a tab", "https://fcm.goo\tgleapis.com/a"],
  ["a space before", " https://fcm.googleapis.com/a"],
  ["dots in the path", "https://fcm.googleapis.com/a/../b"],
  ["wide letters", "https://ｆｃｍ.googleapis.com/a"],
  ["letters that look alike", "https://fcm.gооgleapis.com/a"],
  ["a private address", "https://10.0.0.1/a"],
  ["the address of the machine", "https://127.0.0.1/a"],
  ["the address of cloud metadata", "http://169.254.169.254/latest/meta-data"],
  ["an address as a number", "https://2130706433/a"],
  ["an address in hex", "https://0x7f.1/a"],
  ["an address of version 6", "https://[::1]/a"],
  ["the local name", "https://localhost/a"],
  ["another scheme altogether", "file:///etc/passwd"],
  ["data", "data:text/plain,a"],
  ["no address", "fcm.googleapis.com/a"],
  ["nothing", ""],
] as const;

test.each(REFUSED)("an endpoint with %s is refused: %s", (_, endpoint) => {
  expect(pushEndpoint(endpoint, production)).toBeNull();
  expect(pushEndpoint(endpoint, local)).toBeNull();
});

test("the local push service is one on localhost alone, at its port", () => {
  const endpoint = "http://127.0.0.1:8794/push/a";
  expect(pushEndpoint(endpoint, local)?.href).toBe(endpoint);
  expect(pushEndpoint("http://127.0.0.1:8795/push/a", local)).toBeNull();
  expect(pushEndpoint("http://localhost:8794/push/a", local)).toBeNull();
  expect(pushEndpoint("https://127.0.0.1:8794/push/a", local)).toBeNull();
  expect(pushEndpoint(endpoint, { ...local, APP_ORIGIN: "https://trade.example.com" })).toBeNull();
});

test("an empty list allows nothing", () => {
  expect(pushEndpoint("https://fcm.googleapis.com/a", { ...production, PUSH_HOSTS: "" })).toBeNull();
});

const keys = {
  VAPID_PUBLIC_KEY: "B".repeat(87),
  VAPID_PRIVATE_KEY: "a".repeat(43),
  VAPID_SUBJECT: "mailto:a@b.example",
};
const faultOf = (changed: object, isLocal = false) =>
  pushSettingsFault({ ...keys, ...production, ...changed }, { isLocal });

test("keys come in pairs, with whom to write to", () => {
  expect(faultOf({})).toBeNull();
  expect(faultOf({ VAPID_PUBLIC_KEY: "", VAPID_PRIVATE_KEY: "", VAPID_SUBJECT: "" })).toBeNull();
  expect(faultOf({ VAPID_PUBLIC_KEY: "" })).toContain("VAPID_PRIVATE_KEY");
  expect(faultOf({ VAPID_PRIVATE_KEY: "" })).toContain("VAPID_PUBLIC_KEY");
  expect(faultOf({ VAPID_SUBJECT: "" })).toContain("VAPID_SUBJECT");
  expect([isPushOn(keys), isPushOn({ ...keys, VAPID_PRIVATE_KEY: "" })]).toEqual([true, false]);
});

test.each([
  "10.0.0.1",
  "localhost",
  "*",
  "*.com",
  "https://fcm.googleapis.com",
  "fcm.googleapis.com:443",
  "a.*.com",
  "FCM.googleapis.com",
  "http://127.0.0.1:8794",
  "a..com",
  "a.com.",
])("the list of push services of a deployed product cannot have %s", (entry) => {
  expect(faultOf({ PUSH_HOSTS: `fcm.googleapis.com, ${entry}` })).toContain(JSON.stringify(entry));
});

test("that of a local stack can have an origin of this machine", () => {
  expect(faultOf({ PUSH_HOSTS: "http://127.0.0.1:8794" }, true)).toBeNull();
  expect(faultOf({ PUSH_HOSTS: "http://10.0.0.1:8794" }, true)).not.toBeNull();
});
