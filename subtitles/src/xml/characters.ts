/** Not allowed in XML, not even as a character reference. */
export const INVALID_CHARACTER =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u
export const INVALID_CHARACTERS = new RegExp(INVALID_CHARACTER.source, 'gu')
const INVALID_UNIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Where the first is, or -1. Without lone surrogates, code units are enough and four times as fast. */
export const findInvalidCharacter = (text: string): number =>
  text.search(text.isWellFormed() ? INVALID_UNIT : INVALID_CHARACTER)

const CODE = /^#(?:([0-9]{1,8})|x([0-9A-Fa-f]{1,8}))$/
/** Of a reference between & and ; */
const MAX_NAME = 10

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
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', read)) {
    const end = findEnd(raw, at + 1)
    const meant = end < 0 ? undefined : readReference(raw.slice(at + 1, end))
    if (meant === undefined && !repair) return { ok: false, at }
    UNKNOWN.lastIndex = at
    const whole = meant === undefined ? UNKNOWN.exec(raw)![0] : undefined
    text += raw.slice(read, at) + (meant ?? repair!(whole!))
    read = whole === undefined ? end + 1 : at + whole.length
  }
  return { ok: true, text: text + raw.slice(read) }
}

/** Where the next ; is, or -1 if it is too far away. */
function findEnd(raw: string, from: number): number {
  for (let at = from; at <= from + MAX_NAME; at++) if (raw[at] === ';') return at
  return -1
}

function readReference(name: string): string | undefined {
  if (name === '#10') return '\n'
  if (!name.startsWith('#')) return ENTITIES.get(name)
  const [, decimal, hexadecimal] = CODE.exec(name) ?? []
  if (decimal) return fromCode(Number(decimal))
  return hexadecimal ? fromCode(Number.parseInt(hexadecimal, 16)) : undefined
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function fromCode(code: number): string | undefined {
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
  return INVALID_CHARACTER.test(character) ? undefined : character
}
