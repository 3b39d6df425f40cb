// Documents in every format whose words are all different, so that each can be found again in what
// was read, and mutations of them.
import type { ReadableFormatName } from '../src/formats/format.ts'

/**
 * A random number below `limit`, a new word, and a new name: the value of an attribute, which may mean
 * nothing any more in a damaged document.
 */
export type RandomSource = {
  below: (limit: number) => number
  word: () => string
  name: () => string
}

/** Small and fast, and the same for the same seed. */
export function createRandom(seed: number): RandomSource {
  let state = seed >>> 0
  let words = 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    word: () => `q${(++words).toString(16)}${(seed % 4096).toString(16)}z`,
    name: () => `k${(++words).toString(16)}${(seed % 4096).toString(16)}z`,
  }
}

export const WORD = /q[a-f0-9]+z/g
export const WORD_OR_NAME = /[kq][a-f0-9]+z/g

const pick = <T>({ below }: RandomSource, list: readonly T[]): T => list[below(list.length)]!
const clock = (seconds: number, mark: string, digits = 3) =>
  `00:00:${String(seconds).padStart(2, '0')}${mark}${'500'.slice(0, digits)}`
const cues = (random: RandomSource, write: (start: number) => string) =>
  Array.from({ length: 1 + random.below(4) }, (_, index) => write(index * 5 + 1))

/** Rows of text with the markup that a format has. */
type Piece = (word: string, name: string) => string
const rows = (random: RandomSource, pieces: readonly Piece[], lineBreak: string) =>
  Array.from({ length: 1 + random.below(3) }, () =>
    Array.from({ length: 1 + random.below(2) }, () =>
      pick(random, pieces)(random.word(), random.name()),
    ).join(' '),
  ).join(lineBreak)

const plain = (word: string) => word
const HTML = [
  plain,
  plain,
  (word: string) => `<i>${word}</i>`,
  (word: string) => `<b>${word}`,
  (word: string) => `<font color="red">${word}</font>`,
  (word: string) => `<${word}>`,
]

function srt(random: RandomSource): string {
  const pieces = [
    ...HTML,
    (word: string) => `{\\an8}${word}`,
    (_word: string, name: string) => `{\\fn${name}}`,
    (word: string) => `{\\p1}${word}{\\p0}`,
    (_word: string, name: string) => `<font face="${name}">`,
    (_word: string, name: string) => `<font color="${name}">`,
    (word: string) => `a < ${word}`,
  ]
  const head = random.below(4) === 0 ? `${random.word()}\n\n` : ''
  const list = cues(random, (start) => {
    const rest = random.below(8) === 0 ? ` ${random.word()}` : ''
    return `${Math.ceil(start / 5)}\n${clock(start, ',')} --> ${clock(start + 3, ',')}${rest}\n${rows(random, pieces, '\n')}\n`
  })
  return head + list.join('\n')
}

function vtt(random: RandomSource): string {
  const pieces = [
    plain,
    plain,
    (word: string) => `<i>${word}</i>`,
    (word: string) => `<i>${word}`,
    (word: string) => `<v ${word}>a</v>`,
    (_word: string, name: string) => `<c.${name}>a</c>`,
    (_word: string, name: string) => `<lang ${name}>a</lang>`,
    (word: string) => `<ruby>a<rt>${word}</rt></ruby>`,
    (word: string) => `<ruby>a<rt><b>${word}</b></rt></ruby>`,
    (word: string) => `<ruby>a<rt>${word}`,
    (word: string) => `<ruby>a<rt>b\n${word}`,
    (word: string) => `<${word}>`,
    (word: string) => `&${word};`,
    (word: string) => `a < ${word}`,
  ]
  const { word, name, below } = random
  const head = ['WEBVTT', `WEBVTT ${word()}`, `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:${word()}`][below(3)]!
  const blocks = [
    () => `NOTE ${word()}\n`,
    () => `STYLE\n::cue(.${name()}) { font: serif }\n`,
    () => `REGION\nid:r\nwidth:50%\n`,
  ]
  const list = cues(random, (start) => {
    const settings = pick(random, [
      '',
      '',
      ' line:0',
      ' align:left',
      ` ${name()}:1`,
      ` region:${name()}`,
    ])
    const id = pick(random, ['', '1\n', `${word()}\n`])
    return `${id}${clock(start, '.')} --> ${clock(start + 3, '.')}${settings}\n${rows(random, pieces, '\n')}\n`
  })
  const others = Array.from({ length: below(3) }, () => pick(random, blocks)())
  return [`${head}\n`, ...others, ...list, ...(below(3) === 0 ? [`NOTE ${word()}\n`] : [])].join(
    '\n',
  )
}

const TT =
  '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="en">'

function ttml(random: RandomSource): string {
  const pieces = [
    plain,
    plain,
    (word: string) => `<span tts:fontStyle="italic">${word}</span>`,
    (_word: string, name: string) => `<span tts:color="${name}">a</span>`,
    (_word: string, name: string) => `<span tts:shear="${name}">a</span>`,
    (_word: string, name: string) => `<span tts:fontFamily="${name}">a</span>`,
    (word: string) => `<span tts:display="none">${word}</span>`,
    (word: string) => `<span tts:visibility="hidden">${word}</span>`,
    (word: string) => `<span begin="90s">${word}</span>`,
    (word: string) => `<x:y xmlns:x="urn:x">${word}</x:y>`,
    (word: string) => `<metadata><ttm:desc>${word}</ttm:desc></metadata>`,
    (word: string) =>
      `<span tts:ruby="container"><span tts:ruby="base">a</span><span tts:ruby="text">${word}</span></span>`,
    (word: string) => `&${word};`,
  ]
  const { word, name, below } = random
  const times = (start: number) =>
    pick(random, [
      `begin="${start}s" end="${start + 3}s"`,
      `begin="${start}s" dur="3s"`,
      `begin="${clock(start, '.')}" end="${clock(start + 3, '.')}"`,
      `begin="${start}s"`,
      `begin="${start}s" end="${name()}"`,
    ])
  const list = cues(random, (start) => {
    const agent = below(3) === 0 ? ' ttm:agent="ada"' : ''
    return `<p ${times(start)}${agent}>${word()} ${rows(random, pieces, '<br/>')}</p>`
  })
  const stray = below(4) === 0 ? word() : ''
  const head = `<head><metadata><ttm:agent xml:id="ada" type="person"><ttm:name type="full">Ada</ttm:name></ttm:agent></metadata></head>`
  return `${TT}${head}<body><div>\n${list.join('\n')}\n${stray}</div></body></tt>`
}

function dcp(random: RandomSource): string {
  const pieces = [
    plain,
    (word: string) => `<Font Italic="yes">${word}</Font>`,
    (word: string) => `<Ruby><Rb>a</Rb><Rt>${word}</Rt></Ruby>`,
    (_word: string, name: string) => `<Font Effect="${name}">a</Font>`,
  ]
  const list = cues(random, (start) => {
    const text = rows(random, pieces, '</Text><Text VPosition="10" VAlign="bottom">')
    return `<Subtitle SpotNumber="1" TimeIn="00:00:${String(start).padStart(2, '0')}:000" TimeOut="00:00:${String(start + 3).padStart(2, '0')}:000"><Text VPosition="20" VAlign="bottom">${text}</Text></Subtitle>`
  })
  return `<?xml version="1.0"?>\n<DCSubtitle Version="1.0"><Language>en</Language>\n${list.join('\n')}\n</DCSubtitle>`
}

function ass(random: RandomSource): string {
  const pieces = [
    plain,
    plain,
    (word: string) => `{\\i1}${word}{\\i0}`,
    (_word: string, name: string) => `{\\fad(${name})}`,
    (word: string) => `{\\p1}${word}{\\p0}`,
  ]
  const { word, name, below } = random
  const list = cues(random, (start) => {
    const kind = below(5) === 0 ? 'Comment' : 'Dialogue'
    const style = pick(random, ['Default', 'Default', name()])
    const [speaker, effect] = [pick(random, ['', word()]), pick(random, ['', '', word()])]
    return `${kind}: 0,${clock(start, '.', 2).slice(1)},${clock(start + 3, '.', 2).slice(1)},${style},${speaker},0,0,0,${effect},${rows(random, pieces, '\\N')}`
  })
  return `[Script Info]\n; ${word()}\n\n[V4+ Styles]\nFormat: Name, Fontname, Bold\nStyle: Default,${name()},0\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${list.join('\n')}\n`
}

function csv(random: RandomSource): string {
  const list = cues(random, (start) =>
    [
      clock(start, ','),
      clock(start + 3, ','),
      random.word(),
      random.word(),
      random.word(),
      random.word(),
      random.word(),
    ]
      .map((cell, index) => (index < 2 || random.below(3) === 0 ? `"${cell}"` : cell))
      .join(','),
  )
  return `in,out,text,note,id,speaker,${pick(random, ['still', random.word()])}\n${list.join('\n')}\n`
}

function sbv(random: RandomSource): string {
  const list = cues(
    random,
    (start) =>
      `${clock(start, '.').slice(1)},${clock(start + 3, '.').slice(1)}\n${rows(random, HTML, '\n')}\n`,
  )
  return list.join('\n')
}

function microdvd(random: RandomSource): string {
  const pieces = [
    plain,
    (word: string) => `{y:i}${word}`,
    (_word: string, name: string) => `{p:${name}}`,
  ]
  return cues(
    random,
    (start) => `{${start * 25}}{${start * 25 + 50}}${rows(random, pieces, '|')}`,
  ).join('\n')
}

function sami(random: RandomSource): string {
  const list = cues(random, (start) => {
    const other = random.below(4) === 0 ? `<P Class=FRCC>${random.word()}` : ''
    return `<SYNC Start=${start * 1000}><P Class=ENCC>${random.word()}${rows(random, HTML, '<br>')}${other}`
  })
  return `<SAMI>\n<BODY>\n${list.join('\n')}\n</BODY></SAMI>`
}

function xliff(random: RandomSource): string {
  const list = cues(random, (start) => {
    const meta = `<mda:metadata><mda:metaGroup><mda:meta type="in">${clock(start, ',')}</mda:meta><mda:meta type="out">${clock(start + 3, ',')}</mda:meta><mda:meta type="${pick(random, ['speaker', 'x-own'])}">${random.word()}</mda:meta></mda:metaGroup></mda:metadata>`
    return `<unit id="u${start}">${meta}<notes><note>${random.word()}</note></notes><segment><source>${random.word()}</source><target>${random.word()}<ph id="1" disp="${random.name()}"/></target></segment></unit>`
  })
  return `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0" version="2.1" srcLang="en"><file id="f">\n${list.join('\n')}\n</file></xliff>`
}

function xliff12(random: RandomSource): string {
  const list = cues(random, (start) => {
    const code = pick(random, ['', '<x id="1" ctype="lb"/>', `<ph id="1">${random.word()}</ph>`])
    return `<trans-unit id="u${start}" resname="${clock(start, ',')} --> ${clock(start + 3, ',')}"><source>${random.word()}</source><target state="${random.name()}"><g id="1" ctype="${random.name()}">${random.word()}</g>${code}</target><note>${random.word()}</note></trans-unit>`
  })
  return `<xliff version="1.2"><file original="f"><body>\n${list.join('\n')}\n</body></file></xliff>`
}

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function stl(random: RandomSource): Uint8Array {
  const header = new Uint8Array(1024).fill(0x20)
  header.set(latin('850STL25.01000'))
  header.set(latin('00000000000'), 253)
  const blocks = cues(random, (start) => {
    const block = new Uint8Array(128).fill(0x8f)
    const isComment = random.below(5) === 0
    block.set([
      0,
      0,
      0,
      random.below(6) === 0 ? 0xfe : 0xff,
      0,
      0,
      0,
      start,
      0,
      0,
      0,
      start + 3,
      0,
      20,
      2,
      isComment ? 1 : 0,
    ])
    block.set(latin(rows(random, [plain], '\u008a')).subarray(0, 112), 16)
    return String.fromCharCode(...block)
  })
  return Uint8Array.from([...header, ...latin(blocks.join(''))])
}

const odd = (byte: number) => (byte.toString(2).replaceAll('0', '').length % 2 ? byte : byte | 0x80)
const hex = (...bytes: number[]) =>
  bytes.map((byte) => odd(byte).toString(16).padStart(2, '0')).join('')

function scc(random: RandomSource): string {
  const list = cues(random, (start) => {
    const letters = `${random.word()} ${random.word()}`.padEnd(20)
    const pairs = (letters.match(/../g) ?? []).map((two) =>
      hex(two.charCodeAt(0), two.charCodeAt(1)),
    )
    const [load, end] = pick(random, [
      [0x20, 0x2f],
      [0x20, 0x2f],
      [0x29, 0x00],
      [0x20, 0x2e],
    ])
    const channel = random.below(5) === 0 ? 0x1c : 0x14
    const words = [
      hex(channel, load),
      hex(channel, 0x70),
      ...pairs,
      ...(end ? [hex(channel, end)] : []),
    ]
    return `00:00:${String(start).padStart(2, '0')}:00\t${words.join(' ')}\n\n00:00:${String(start + 3).padStart(2, '0')}:00\t${hex(0x14, 0x2c)}`
  })
  return `Scenarist_SCC V1.0\n\n${list.join('\n\n')}\n`
}

const TEXT: Partial<Record<ReadableFormatName, (random: RandomSource) => string>> = {
  srt,
  vtt,
  ttml,
  dcp,
  ass,
  csv,
  sbv,
  microdvd,
  sami,
  xliff,
  xliff12,
  scc,
}
export const DOCUMENT_FORMATS = [...Object.keys(TEXT), 'stl'] as ReadableFormatName[]

export const writeDocument = (format: ReadableFormatName, random: RandomSource): Uint8Array =>
  format === 'stl' ? stl(random) : new TextEncoder().encode(TEXT[format]!(random))

/** Bytes that files lose, get twice or get wrong, and pieces that people type wrong. */
export function mutate(bytes: Uint8Array, random: RandomSource): Uint8Array {
  const list = [...bytes]
  for (let count = random.below(4); count > 0; count--) {
    const at = random.below(list.length)
    const mutation = random.below(6)
    if (mutation === 0) list.splice(at, 1)
    else if (mutation === 1) list.splice(at, 0, list[at] ?? 0)
    else if (mutation === 2)
      list[at] = pick(random, [0, 1, 0x20, 0x22, 0x3c, 0x3e, 0x26, 0x7b, 0xff])
    else if (mutation === 3) list.splice(at, 0, ...latin(pick(random, TYPED)))
    else if (mutation === 4) list.splice(at, random.below(12))
    else if (random.below(4) === 0) list.length = at
  }
  return Uint8Array.from(list)
}
const TYPED = [...'\n\r <>"&{}x:', '\n\n', '-->', '->', '</', '<b>']
