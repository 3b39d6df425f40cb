// Where a webhook may send to. What a person types here is called from inside the house, so only
// what anybody on the internet can reach anyway is allowed.

/** `allowPrivate`: the installation has said that plain http and private addresses are meant. */
export type NetworkPolicy = { allowPrivate: boolean }
export type TargetPlan =
  | { ok: true; url: URL; literal: string | undefined }
  | { ok: false; why: string }

/**
 * What can be said of an address before anybody is asked where it leads. The parser has already
 * turned 0x7f.1 and 2130706433 into 127.0.0.1.
 */
export function planTarget(text: string, { allowPrivate }: NetworkPolicy): TargetPlan {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return refused('must be an http or https address')
  if (url.username || url.password) return refused('must not hold a user or a password')
  if (url.protocol === 'http:' && !allowPrivate) return refused('must be an https address')
  if (!mayUsePort(Number(url.port || (url.protocol === 'https:' ? 443 : 80))))
    return refused(
      'names a port that is not for webhooks: use 80, 443, or one from 1024 on that no database listens on',
    )
  const name = url.hostname.replace(/\.$/, '')
  if (!allowPrivate && /^(.+\.)?localhost$/.test(name)) return refused(PRIVATE)
  const literal = literalIn(name)
  if (literal !== undefined && !allowPrivate && !isPublic(literal)) return refused(PRIVATE)
  url.hash = ''
  return { ok: true, url, literal }
}

/** Every address a name stands for must be fit: one that is not would be the one that is used. */
export function checkAddresses(
  addresses: readonly string[],
  { allowPrivate }: NetworkPolicy,
): string | undefined {
  if (addresses.length === 0) return 'names a host that cannot be found'
  return allowPrivate || addresses.every(isPublic) ? undefined : PRIVATE
}

const PRIVATE = 'leads to an address that is not public'
const refused = (why: string): TargetPlan => ({ ok: false, why })

/** Of those above 1023, where data stores and their like listen. */
const DATA_STORE_PORTS = new Set([
  1433, 1521, 2049, 2375, 2379, 2380, 3306, 3389, 5432, 5433, 5672, 5984, 6379, 6443, 9042, 9092,
  9200, 9300, 10250, 11211, 27017,
])
const mayUsePort = (port: number) =>
  port === 80 || port === 443 || (port >= 1024 && !DATA_STORE_PORTS.has(port))

function literalIn(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : undefined
}

/** Whether an IP address is one of the open internet. What cannot be read is not. */
export function isPublic(address: string): boolean {
  const four = parseIpv4(address)
  if (four !== undefined) return !NON_PUBLIC_IPV4.some(([net, bits]) => within(four, net, bits, 32))
  const six = parseIpv6(address)
  return (
    six !== undefined &&
    within(six, parseIpv6('2000::')!, 3, 128) &&
    !NON_PUBLIC_IPV6.some(([net, bits]) => within(six, net, bits, 128))
  )
}

const within = (address: bigint, net: bigint, bits: number, width: number) =>
  (address ^ net) >> BigInt(width - bits) === 0n

function parseIpv4(text: string): bigint | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  return parts?.every((part) => part < 256)
    ? parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
    : undefined
}

/**
 * Eight groups of sixteen bits; `::` stands for the zeros that are missing, and the last two may be
 * written as IPv4. A zone (`%eth0`) is never public.
 */
function parseIpv6(text: string): bigint | undefined {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const four = tail && parseIpv4(tail[2]!)
  if (tail && four === undefined) return undefined
  const plain = tail
    ? `${tail[1]}${(four! >> 16n).toString(16)}:${(four! & 0xffffn).toString(16)}`
    : text
  const sides = plain.split('::').map((side) => (side === '' ? [] : side.split(':')))
  const missing = 8 - sides.flat().length
  if (sides.length > 2 || (sides.length === 2 ? missing < 1 : missing !== 0)) return undefined
  const groups =
    sides.length === 2
      ? [...sides[0]!, ...Array.from({ length: missing }, () => '0'), ...sides[1]!]
      : sides[0]!
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
    : undefined
}

/**
 * IANA's special-purpose registry: this host, private, carrier-grade NAT, loopback, link-local,
 * protocol assignments, documentation, 6to4 relays, benchmarks, multicast, reserved.
 */
const NON_PUBLIC_IPV4 = parseNetworks(
  parseIpv4,
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
)
/**
 * Inside 2000::/3, the only part that is handed out: Teredo, ORCHID and other protocol assignments,
 * documentation, 6to4. Mapped and translated IPv4, unique local, link-local and multicast all lie
 * outside of it.
 */
const NON_PUBLIC_IPV6 = parseNetworks(parseIpv6, '2001::/23 2001:db8::/32 2002::/16 3fff::/20')

function parseNetworks(
  read: (text: string) => bigint | undefined,
  list: string,
): [net: bigint, bits: number][] {
  return list.split(' ').map((net) => [read(net.split('/')[0]!)!, Number(net.split('/')[1])])
}
