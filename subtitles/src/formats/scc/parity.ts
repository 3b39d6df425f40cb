// The top bit gives each byte odd parity.
const HAS_ODD_PARITY = Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll('0', '').length % 2 === 1,
)
const HEX_WITH_PARITY = Array.from({ length: 128 }, (_, byte) =>
  (HAS_ODD_PARITY[byte] ? byte : byte | 0x80).toString(16).padStart(2, '0'),
)

export const hasOddParity = (byte: number): boolean => HAS_ODD_PARITY[byte]!
/** Two 7-bit bytes as four hexadecimal digits with parity. */
export const formatPair = (pair: number): string =>
  HEX_WITH_PARITY[pair >> 8]! + HEX_WITH_PARITY[pair & 0x7f]!
