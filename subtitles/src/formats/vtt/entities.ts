// HTML character references. Of its 2,231 names only those that people type.
const LATIN = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
  Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
  agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`
/** These also work without a semicolon. */
const LEGACY_NAMES = new Map([
  ...LATIN.split(/\s+/).map((name, index): [string, string] => [
    name,
    String.fromCharCode(0xa0 + index),
  ]),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['AMP', '&'],
  ['LT', '<'],
  ['GT', '>'],
  ['QUOT', '"'],
])
const OTHER_NAMES = new Map([
  ['lrm', '\u200e'],
  ['rlm', '\u200f'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
  ['apos', "'"],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['sbquo', '‚'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bdquo', '„'],
  ['lsaquo', '‹'],
  ['rsaquo', '›'],
  ['bull', '•'],
  ['euro', '€'],
  ['trade', '™'],
  ['sung', '♪'],
  ['thinsp', '\u2009'],
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['OElig', 'Œ'],
  ['oelig', 'œ'],
  ['Scaron', 'Š'],
  ['scaron', 'š'],
])
/** HTML reads references 128 to 159 as Windows-1252. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Undefined for an unknown name with a semicolon: a player may know it. */
export function decodeEntity(entity: string, semicolon: string): string | undefined {
  if (entity.startsWith('#'))
    return decodeNumber(
      /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1)),
    )
  // The longest name wins, and HTML has names that this table has not: &notin; is not &not;in.
  if (semicolon) return LEGACY_NAMES.get(entity) ?? OTHER_NAMES.get(entity)
  for (let length = Math.min(entity.length, 6); length > 1; length--) {
    const letter = LEGACY_NAMES.get(entity.slice(0, length))
    if (letter) return `${letter}${entity.slice(length)}`
  }
  return `&${entity}`
}

function decodeNumber(code: number): string {
  if (code >= 0x80 && code < 0xa0) return WINDOWS_1252[code - 0x80]!
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
    ? '\ufffd'
    : String.fromCodePoint(code)
}
