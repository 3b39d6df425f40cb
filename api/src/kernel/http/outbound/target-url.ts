// Which URLs people may enter for the server to call: only public addresses, unless the operator
// allows others.

import { parseIpv4, parseIpv6, within } from '../contract/ip-network.ts'

/** `allowPrivate`: the operator allows plain http and private addresses. */
export type NetworkPolicy = { allowPrivate: boolean }
export type TargetPlan =
  | { ok: true; url: URL; literal: string | undefined }
  | { ok: false; detail: string }

/** Checks that need no DNS. The URL parser has already turned 0x7f.1 into 127.0.0.1. */
export function planTarget(text: string, { allowPrivate }: NetworkPolicy): TargetPlan {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return rejected('must be an http or https URL')
  if (url.username || url.password) return rejected('must not contain a user name or password')
  if (url.protocol === 'http:' && !allowPrivate) return rejected('must be an https URL')
  if (!mayUsePort(Number(url.port || (url.protocol === 'https:' ? 443 : 80))))
    return rejected(
      'uses a port that is not allowed. Use 80, 443, or a port above 1023 that no database uses',
    )
  const name = url.hostname.replace(/\.$/, '')
  if (!allowPrivate && /^(.+\.)?localhost$/.test(name)) return rejected(PRIVATE)
  const literal = literalIn(name)
  if (literal !== undefined && !allowPrivate && !isPublic(literal)) return rejected(PRIVATE)
  url.hash = ''
  return { ok: true, url, literal }
}

/** All addresses of a host must be allowed, because any of them could be used. */
export function checkAddresses(
  addresses: readonly string[],
  { allowPrivate }: NetworkPolicy,
): string | undefined {
  if (addresses.length === 0) return 'has a host that cannot be found'
  return allowPrivate || addresses.every(isPublic) ? undefined : PRIVATE
}

const PRIVATE = 'points to an address that is not public'
const rejected = (detail: string): TargetPlan => ({ ok: false, detail })

/** Ports above 1023 of databases and similar services. */
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

/** Whether an IP address is public. Unparsable text is not. */
export function isPublic(address: string): boolean {
  const ipv4 = parseIpv4(address)
  if (ipv4 !== undefined) return !NON_PUBLIC_IPV4.some(([net, bits]) => within(ipv4, net, bits, 32))
  const ipv6 = parseIpv6(address)
  return (
    ipv6 !== undefined &&
    within(ipv6, parseIpv6('2000::')!, 3, 128) &&
    !NON_PUBLIC_IPV6.some(([net, bits]) => within(ipv6, net, bits, 128))
  )
}

/**
 * IANA's special-purpose registry: this host, private, carrier-grade NAT, loopback, link-local,
 * protocol assignments, documentation, 6to4 relays, benchmarks, multicast, reserved.
 */
const NON_PUBLIC_IPV4 = parseNetworks(
  parseIpv4,
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
)
/**
 * Exceptions inside 2000::/3, the only assigned range: Teredo, ORCHID and other protocol
 * assignments, documentation, 6to4. Mapped and translated IPv4, unique local, link-local and
 * multicast addresses are all outside of it.
 */
const NON_PUBLIC_IPV6 = parseNetworks(
  parseIpv6,
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
)

function parseNetworks(
  parse: (text: string) => bigint | undefined,
  ...networks: string[]
): [net: bigint, bits: number][] {
  return networks.map((network) => {
    const [address, bits] = network.split('/')
    return [parse(address!)!, Number(bits)]
  })
}
