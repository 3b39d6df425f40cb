/** An IPv6 customer usually owns a /64, so a /64 or a single IPv4 address counts as one network. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  return plain.includes(':') ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** All eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [before, after] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before!.length - (after?.length ?? 0) }, () => '0')
  return after ? [...before!, ...zeros, ...after] : before!
}
