/**
 * The client address that rate limits count by. It comes only from the edge's header, never from headers the client
 * sets.
 * @returns an IPv4 address whole, an IPv6 address as its /64 network, or `unknown` when the edge sent none: all such
 * requests share one key
 */
export function clientAddress(headers: Headers): string {
  const address = headers.get("CF-Connecting-IP");
  if (!address) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  return address.includes(":") ? ipv6Network(address) : address;
}

function ipv6Network(address: string): string {
  const [head = "", tail = ""] = address.split("::");
  const front = head.split(":").filter(Boolean);
  const back = address.includes("::") ? tail.split(":").filter(Boolean) : [];
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** The client's country as the edge reports it, an ISO 3166 code; null when unknown, and for Tor. */
export function clientCountry(request: Request): string | null {
  const country = request.cf?.country;
  return typeof country === "string" && /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null;
}
