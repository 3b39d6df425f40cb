// Generates film dialogue, the same in every run: mostly common words, some rare ones, and
// repeated lines.
const COMMON_WORDS = `
  the you i to a it and of that is in we what me this he my on your for do have be are not was
  no don't know they all with just so get go there like up come right out here she at now can
  how want if about one see want think good him why her let tell who take when got back did
  would will time us never man them look from been down where make say yeah okay well could
  some had need too more going way something really then off night people over because should
  love again only thing still even two life every day always mean ask maybe little before
  thought home old much find hear first gonna around nothing leave long into world keep talk
  give other sorry believe stop years place money call work than after doing father mother
  house dead wait does kill head three guy hell wrong door best any hey friend help feel last
  family thank own heart run made through car away everything boy left girl hard our put
  remember someone stay city name show new turn war whole next hand room ever anything better
  might tonight brother please used happened end found alone morning big light water matter
  fine start king ship story lost bring fight fire stand truth trust against young under hope
  minutes came care real face children course most both power shall captain
`
  .trim()
  .split(/\s+/)
const SYLLABLES = [
  'ar',
  'bel',
  'cor',
  'dan',
  'el',
  'fen',
  'gar',
  'hol',
  'in',
  'jor',
  'kal',
  'lum',
  'mar',
  'nor',
  'or',
  'pel',
  'quin',
  'ros',
  'sal',
  'ther',
  'ul',
  'ven',
  'wyn',
  'yar',
  'zel',
  'ash',
  'brook',
  'stone',
  'ward',
  'light',
  'ing',
  'ed',
  'er',
  'ly',
  'ness',
  'ment',
  'tion',
  'able',
  'ful',
]
const COMMON_LINES = [
  'Yes.',
  'No.',
  'Thank you.',
  'Come on!',
  'What?',
  'I know.',
  "I don't know.",
  'Okay.',
  'Let’s go.',
  'Are you all right?',
  'Wait!',
  "I'm sorry.",
  'What are you doing?',
  'Come with me.',
]

/** Seeded random numbers, so that two runs measure the same. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function dialogueLine(random: () => number): string {
  const pick = <T>(from: readonly T[], skew = 1) =>
    from[Math.floor(random() ** skew * from.length)]!
  if (random() < 0.08) return pick(COMMON_LINES, 2)
  const rare = () =>
    Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES)).join('')
  const words = Array.from({ length: 2 + Math.floor(random() ** 1.5 * 13) }, () =>
    random() < 0.18
      ? rare()
      : random() < 0.03
        ? String(Math.floor(random() * 2000))
        : pick(COMMON_WORDS, 2.2),
  )
  const text = words.join(' ')
  return text[0]!.toUpperCase() + text.slice(1) + pick(['.', '.', '.', '?', '!', '…'])
}
