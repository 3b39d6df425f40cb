// Reads SubViewer, MicroDVD, SAMI and MCC.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FrameRate } from '../cue.ts'
import { detectFormat } from './extensions.ts'
import type { ReadableFormatName } from './format.ts'
import { READERS } from './formats.ts'

const RATE = { num: 25, den: 1 }

function read(format: ReadableFormatName, text: string, rate: FrameRate = RATE) {
  const result = READERS[format].read(new TextEncoder().encode(text), { rate, language: 'eng' })
  assert.ok(result.ok, JSON.stringify(result))
  return {
    rate: result.rate,
    cues: result.cues.map(({ start, stop, text: words }) => [start, stop, words]),
    warnings: result.warnings.map(({ cue, lost }) => `${cue ?? 'file'}: ${lost}`),
  }
}

const refusal = (format: ReadableFormatName, text: string): string => {
  const result = READERS[format].read(new TextEncoder().encode(text), {
    rate: RATE,
    strict: true,
  })
  assert.ok(!result.ok)
  return result.errors.map(({ line, message }) => `${line}: ${message}`).join('\n')
}

test('reads SubViewer', () => {
  const { cues, warnings } = read(
    'sbv',
    '0:00:01.000,0:00:02.500\nWho taught you\nto <i>fly</i>?\n\n\n1:00:03.000,1:00:03.000\nNobody.\n',
  )
  assert.deepEqual(cues, [
    [1000, 2500, 'Who taught you<br>to <i>fly</i>?'],
    [3_603_000, 3_603_001, 'Nobody.'],
  ])
  assert.deepEqual(warnings, ['1: The cue has no duration; it lasts 1 ms now'])
})

test('refuses SubViewer with the line of the error', () => {
  assert.equal(
    refusal('sbv', '\n0:00:01,000\nA'),
    '2: Expected cue times (0:00:01.000,0:00:02.000)',
  )
  assert.equal(refusal('sbv', '0:00:02.000,0:00:01.000\nA'), '1: The cue ends before it starts')
  assert.equal(refusal('sbv', ''), '1: The file is empty')
})

test('reads MicroDVD at the frame rate that it states', () => {
  const { rate, cues, warnings } = read(
    'microdvd',
    '{1}{1}23.976\n{24}{48}{Y:i}Who taught you|to fly?\n{72}{96}{y:b}One|two {c:$0000FF}red\n{120}{}Open\n',
  )
  assert.deepEqual(rate, { num: 24_000, den: 1001 })
  assert.deepEqual(cues, [
    [1001, 2002, '<i>Who taught you<br>to fly?</i>'],
    [3003, 4004, '<b>One</b><br>two <c #ff0000>red</c>'],
    [5005, 9005, 'Open'],
  ])
  assert.deepEqual(warnings, [
    'file: The file is made for 23.976 fps, the film has 25',
    '2: The cue has no end; it lasts until the next one, 4 s at most',
  ])
})

test('reads MicroDVD without a rate at that of the film', () => {
  const { cues, warnings } = read('microdvd', '{25}{50}A\n{50}{50}B')
  assert.deepEqual(cues, [
    [1000, 2000, 'A'],
    [2000, 2040, 'B'],
  ])
  assert.deepEqual(warnings, ['file: The file states no frame rate; that of the film is used'])
  assert.match(refusal('microdvd', '{25}{50}A\nB'), /^2: Expected the frames/)
  assert.match(refusal('microdvd', '{50}{25}A'), /^1: The cue ends before it starts/)
})

test('reads the first language of SAMI', () => {
  const { cues, warnings } = read(
    'sami',
    `<SAMI><HEAD><STYLE><!-- P { color: white } .ENCC { lang: en-US } --></STYLE></HEAD>
<BODY>
<SYNC Start=1000><P Class=ENCC>Who taught
  you<br>to <i>fly</i>? &amp; how&hellip;
<SYNC Start=1000><P Class=FRCC>Qui t&rsquo;a appris ?
<SYNC Start="2500"><P Class=ENCC>&nbsp;
<SYNC Start=3000><P Class=ENCC><font color="red">Nobody.</font></P></SYNC>
</BODY></SAMI>`,
  )
  assert.deepEqual(cues, [
    [1000, 2500, 'Who taught you<br>to <i>fly</i>? &amp; how…'],
    [3000, 7000, '<c #ff0000>Nobody.</c>'],
  ])
  assert.deepEqual(warnings, [
    'file: The comment <!-- P { color: white } .ENCC { lang: en-US } -->',
    'file: The paragraphs in another language: FRCC',
    'file: The text in another language: Qui t&rsquo;a appris ?',
    '1: The last cue has no end; it lasts 4 s',
  ])
})

test('refuses SAMI without times, or another file', () => {
  assert.match(refusal('sami', '<SAMI>\n<SYNC><P>A'), /^2: A <SYNC> needs Start/)
  assert.match(refusal('sami', '1\n00:00:01,000'), /must start with the tag <SAMI>/)
  assert.match(refusal('sami', '<SAMI><SYNC Start=1000><P>&nbsp;'), /no <SYNC> with a text/)
})

/** A frame with these byte pairs of the first field, as tools write it. */
function packet(pairs: string[]): string {
  const triplets = pairs.map((pair) => `FC${pair}`).join('')
  const count = (0xe0 | pairs.length).toString(16).toUpperCase()
  return `T22S1F4F43000172${count}${triplets}74000100`
}
/** RCL, PAC row 15, the text, EOC; each control pair twice. */
const MCC = [
  'File Format=MacCaption_MCC V1.0',
  '',
  'UUID=1',
  'Time Code Rate=30DF',
  '',
  `00:00:01;00\t${packet(['9420'])}`,
  `00:00:01;01\t${packet(['9420'])}`,
  `00:00:01;02\t${packet(['9470'])}`,
  `00:00:01;03\t${packet(['9470'])}`,
  `00:00:01;04\t${packet(['C8E9', '8080'])}`,
  `00:00:01;05\t${packet(['942F'])}`,
  `00:00:01;06\t${packet(['942F'])}`,
  `00:00:03;05\tT0FS094F43000172E1Q740001Z`,
  `00:00:03;06\t${packet(['942C'])}`,
].join('\n')

test('reads the CEA-608 captions of MCC', () => {
  const { rate, cues, warnings } = read('mcc', MCC, { num: 30_000, den: 1001 })
  assert.deepEqual(rate, { num: 30_000, den: 1001 })
  assert.deepEqual(cues, [[1168, 3203, 'Hi']])
  assert.deepEqual(warnings, [])
})

test('refuses MCC that is damaged or has no CEA-608 captions', () => {
  assert.match(refusal('mcc', 'Scenarist_SCC V1.0'), /must start with the line File Format/)
  assert.match(refusal('mcc', MCC.replace('Time Code Rate=30DF', '')), /no line such as Time Code/)
  assert.match(refusal('mcc', MCC.replace('T0FS', 'T0XS')), /^13: .* followed by other characters/)
  assert.match(refusal('mcc', MCC.replace('00:00:03;05', '00:00:73;05')), /^13: .* not a timecode/)
  assert.match(refusal('mcc', MCC.split('\n').slice(0, 7).join('\n')), /no CEA-608 captions/)
})

test('detects a format by the extension, and XML by its first element', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  assert.equal(detectFormat('a.SUB', bytes('')), 'microdvd')
  assert.equal(detectFormat('a.b.itt', bytes('')), 'ttml')
  assert.equal(detectFormat('a.xml', bytes('<?xml version="1.0"?>\n<tt:tt xml:lang="de">')), 'ttml')
  assert.equal(detectFormat('a.xml', bytes('<DCSubtitle Version="1.0">')), 'dcp')
  assert.equal(detectFormat('a.xml'), 'dcp')
  assert.equal(detectFormat('a.mp4', bytes('')), undefined)
})

test('detects a format by its content, whatever its name is', () => {
  const cases: [string, string][] = [
    ['sbv', '00:00:01.00,00:00:02.50\nWho[br]taught you'],
    ['sbv', '[INFORMATION]\n[TITLE]Film\n[END INFORMATION]\n00:00:01.00,00:00:02.50\nWho'],
    ['microdvd', '{25}{50}Who'],
    ['srt', '\ufeff1\n00:00:01,000 --> 00:00:02,000\nWho'],
    ['vtt', '\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nWho'],
    ['ass', '[Script Info]\nTitle: a'],
    ['scc', 'Scenarist_SCC V1.0'],
    ['ttml', '<?xml version="1.0"?><tt/>'.replace('/', ' /')],
    ['csv', 'in,out,text\n1,2,<tt >'],
  ]
  for (const [format, text] of cases)
    assert.equal(detectFormat('a.csv', new TextEncoder().encode(text)), format, text)
  assert.equal(detectFormat('a.sub', new TextEncoder().encode(cases[0]![1])), 'sbv')
})

test('reads SubViewer 2', () => {
  const file =
    '[INFORMATION]\n[AUTHOR]Ada\n[END INFORMATION]\n00:00:01.00,00:00:02.50\nWho[br]taught'
  const { cues, warnings } = read('sbv', file)
  assert.deepEqual(cues, [[1000, 2500, 'Who<br>taught']])
  assert.deepEqual(warnings, [
    'file: The header [INFORMATION]',
    'file: The header [AUTHOR]Ada',
    'file: The header [END INFORMATION]',
  ])
})

test('reads paragraphs of SAMI without a class, and the end of a <SYNC>', () => {
  const file =
    '<SAMI><BODY><SYNC Start=1000 End=1500><P Class=ENCC>Who<P>taught\n<SYNC Start=2000><P>you?<SYNC Start=3000>'
  assert.deepEqual(read('sami', file).cues, [
    [1000, 1500, 'Who<br>taught'],
    [2000, 6000, 'you?'],
  ])
})

test('reads SubViewer 1, also under the name of MicroDVD', () => {
  const file =
    '[TITLE]\nThe Salt Road\n[BEGIN]\n******** START SCRIPT ********\n[00:00:01]\nWho|taught\n[00:00:03]\n\n[00:00:05]\nyou?\n[00:00:02]\n<i>Me</i>\n[END]\n'
  const { cues, warnings } = read('microdvd', file)
  assert.deepEqual(cues, [
    [1000, 3000, 'Who<br>taught'],
    [5000, 9000, 'you?'],
    [2000, 6000, '<i>Me</i>'],
  ])
  assert.deepEqual(warnings.slice(1), [
    'file: The header [TITLE]',
    'file: The header The Salt Road',
    '1: the cue ends before it starts; it lasts until the next one, 4 s at most',
    '2: The last cue has no end; it lasts 4 s',
  ])
})

test('reads a file of another format as what it is, and refuses it in strict mode', () => {
  const file = new TextEncoder().encode('WEBVTT\n\n00:01.000 --> 00:02.000\nA')
  const read = READERS.srt.read(file, { rate: RATE })
  assert.ok(read.ok)
  assert.deepEqual(
    [read.format, read.cues, read.warnings.map(({ code, lost }) => `${code}: ${lost}`)],
    [
      'vtt',
      [{ start: 1000, stop: 2000, text: 'A' }],
      ['other-format: The file is WebVTT, not SubRip; read as what it is'],
    ],
  )
  const strict = READERS.srt.read(file, { rate: RATE, strict: true })
  assert.ok(!strict.ok)
  assert.equal(strict.errors[0]!.message, 'The file is WebVTT, not SubRip')
})
