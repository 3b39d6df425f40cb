// The eighth bit of each byte makes the number of its ones odd.
const ODD = Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll('0', '').length % 2 === 1,
)
const WORDS = Array.from({ length: 128 }, (_, byte) =>
  (ODD[byte] ? byte : byte | 0x80).toString(16).padStart(2, '0'),
)

export const isOdd = (byte: number): boolean => ODD[byte]!
/** Two bytes of seven bits as they are written. */
export const wordOf = (pair: number): string => WORDS[pair >> 8]! + WORDS[pair & 0x7f]!
