// IP addresses and networks in CIDR notation. Browsers run this too.

/** Whether a text is an address or a network such as 192.0.2.0/24. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined

/** An IPv4 address that arrives as IPv6 (`::ffff:192.0.2.1`) is in the IPv4 network. */
export function isInNetwork(address: string, network: string): boolean {
  const parsed = parseNetwork(network)
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0]!
  const ip = parsed && (parsed.width === 32 ? parseIpv4(plain) : parseIpv6(plain))
  return ip !== undefined && within(ip, parsed!.net, parsed!.bits, parsed!.width)
}

function parseNetwork(text: string): { net: bigint; bits: number; width: 32 | 128 } | undefined {
  const [address, bits, ...rest] = text.split('/')
  const ipv4 = parseIpv4(address!)
  const net = ipv4 ?? parseIpv6(address!)
  const width = ipv4 === undefined ? 128 : 32
  if (net === undefined || rest.length > 0) return undefined
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return undefined
  const length = bits === undefined ? width : Number(bits)
  return length <= width ? { net, bits: length, width } : undefined
}

export const within = (address: bigint, net: bigint, bits: number, width: number) =>
  (address ^ net) >> BigInt(width - bits) === 0n

export function parseIpv4(text: string): bigint | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  return parts?.every((part) => part < 256)
    ? parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
    : undefined
}

/**
 * Eight groups of 16 bits. `::` stands for the missing zeros, and the last two groups may be
 * written as IPv4. An address with a zone (`%eth0`) is not parsed.
 */
export function parseIpv6(text: string): bigint | undefined {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const ipv4 = tail && parseIpv4(tail[2]!)
  if (tail && ipv4 === undefined) return undefined
  const plain = tail
    ? `${tail[1]}${(ipv4! >> 16n).toString(16)}:${(ipv4! & 0xffffn).toString(16)}`
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
