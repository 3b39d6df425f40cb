/** Not allowed in XML, not even as a character reference. */
export const INVALID_CHARACTER =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u
const INVALID_UNIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Where the first is, or -1. Without lone surrogates, code units are enough and four times as fast. */
export const findInvalidCharacter = (text: string): number =>
  text.search(text.isWellFormed() ? INVALID_UNIT : INVALID_CHARACTER)

const REFERENCE = /&(?:#([0-9]{1,8})|#x([0-9A-Fa-f]{1,8})|(amp|lt|gt|quot|apos));|&/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What an unknown reference means; it may be an & alone. Not longer than the reference. */
export type ReferenceRepair = (reference: string) => string
const UNKNOWN = /&(?:#?\w{1,40};)?/y

/**
 * Expands references, or returns the offset of one that is invalid and cannot be repaired. The result
 * is never longer than the input.
 */
export function expandReferences(
  raw: string,
  repair?: ReferenceRepair,
): { ok: true; text: string } | { ok: false; at: number } {
  if (!raw.includes('&')) return { ok: true, text: raw }
  let [text, read] = ['', 0]
  for (const { 0: reference, 1: decimal, 2: hexadecimal, 3: entity, index } of raw.matchAll(
    REFERENCE,
  )) {
    const meant = entity
      ? ENTITIES[entity]
      : fromCode(decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0)
    if (meant === undefined && !repair) return { ok: false, at: index }
    UNKNOWN.lastIndex = index
    const whole = meant === undefined ? UNKNOWN.exec(raw)![0] : reference
    text += raw.slice(read, index) + (meant ?? repair!(whole))
    read = index + whole.length
  }
  return { ok: true, text: text + raw.slice(read) }
}

function fromCode(code: number): string | undefined {
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
  return INVALID_CHARACTER.test(character) ? undefined : character
}
