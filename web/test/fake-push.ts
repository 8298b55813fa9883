/** A browser's pushes for component tests: what it asks its person, and its subscriptions. */
export function fakePush() {
  const subscriptions: { endpoint: string; keys: { p256dh: string; auth: string } }[] = [];
  let current: (typeof subscriptions)[number] | null = null;
  const manager = {
    async getSubscription() {
      return current && wrap(current);
    },
    async subscribe(_options?: object) {
      current ??= made();
      return wrap(current);
    },
  };
  const registration = { pushManager: manager, active: null };

  function made() {
    const count = subscriptions.length + 1;
    const next = { endpoint: `https://push.example/${count}`, keys: { p256dh: `key-${count}`, auth: `auth-${count}` } };
    subscriptions.push(next);
    return next;
  }
  function wrap(own: (typeof subscriptions)[number]) {
    return {
      endpoint: own.endpoint,
      options: { applicationServerKey: bytesOf(fake.publicKey) },
      toJSON: () => own,
      async unsubscribe() {
        current = null;
        return true;
      },
    };
  }

  const fake = {
    permission: "default" as NotificationPermission,
    /** What the person answers when they are asked. */
    answer: "granted" as NotificationPermission,
    asked: 0,
    publicKey: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    subscriptions,
    manager,
    restore() {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
      if (worker) Object.defineProperty(navigator, "serviceWorker", worker);
      else Reflect.deleteProperty(navigator, "serviceWorker");
    },
  };

  const NAMES = ["Notification", "PushManager", "caches"] as const;
  const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  const worker = Object.getOwnPropertyDescriptor(navigator, "serviceWorker");
  const put = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value, configurable: true });
  put("PushManager", class {});
  put("caches", { open: async () => ({ put: async () => {}, delete: async () => true }), keys: async () => [] });
  put("Notification", {
    get permission() {
      return fake.permission;
    },
    async requestPermission() {
      fake.asked += 1;
      if (fake.permission === "default") fake.permission = fake.answer;
      return fake.permission;
    },
  });
  Object.defineProperty(navigator, "serviceWorker", {
    value: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
    configurable: true,
  });
  return fake;
}

function bytesOf(base64Url: string): ArrayBuffer {
  const text = atob(base64Url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}
