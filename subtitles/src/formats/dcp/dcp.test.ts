import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findXmlError } from '../../xml/write.ts'
import { dcp, dcpWriter } from './dcp.ts'
import { ABOUT, cuesOn, damaged, FILM } from '../grid.fixture.ts'

const read = (xml: string) => dcp.read(new TextEncoder().encode(xml), ABOUT)
const smpte = (
  list: string,
  { year = '2010', head = '<EditRate>24 1</EditRate><TimeCodeRate>24</TimeCodeRate>' } = {},
) =>
  `<SubtitleReel xmlns="http://www.smpte-ra.org/schemas/428-7/${year}/DCST"><Id>urn:uuid:1</Id>${head}<SubtitleList>${list}</SubtitleList></SubtitleReel>`
const subtitle = (inner: string, times = 'TimeIn="00:00:01:12" TimeOut="00:00:03:00"') =>
  `<Subtitle SpotNumber="1" ${times}>${inner}</Subtitle>`
const cuesOf = (xml: string) => {
  const got = read(xml)
  assert.ok(got.ok, JSON.stringify(got))
  return got.cues
}

// Frame-accurate cues with any XML character, all styles and all nine positions.
const letters = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
  .filter((letter) => !findXmlError(letter) && !/[\s\u0000-\u001f\u007f]/.test(letter))
for (const rate of [FILM, { num: 24, den: 1 }, { num: 25, den: 1 }]) {
  test(`reads back every frame at ${rate.num}/${rate.den}`, () =>
    fc.assert(
      fc.property(cuesOn({ rate, letters, styles: ['b', 'i', 'u'] }), (cues) => {
        const file = dcp.write(cues, { ...ABOUT, rate })
        assert.ok(file.ok)
        assert.deepEqual(dcp.read(file.bytes, ABOUT), { ok: true, cues, rate, warnings: [] })
      }),
      { numRuns: 60 },
    ))
}

test('reads each edition of SMPTE 428-7, with and without a prefix', () => {
  for (const year of ['2007', '2010', '2014'])
    assert.deepEqual(cuesOf(smpte(subtitle('<Text>a</Text>'), { year })), [
      { start: 1500, stop: 3000, text: 'a' },
    ])
  assert.equal(
    cuesOf(
      smpte(subtitle('<Text>a</Text>'))
        .replace('xmlns=', 'xmlns:d=')
        .replace(/<(\/?)(?=\w)/g, '<$1d:'),
    ).length,
    1,
  )
  assert.ok(!read(smpte('', { year: '2044' })).ok)
})

test('reads Interop ticks of four milliseconds', () => {
  const file =
    '<?xml version="1.0"?><DCSubtitle Version="1.0"><SubtitleID>1</SubtitleID><LoadFont Id="f" URI="f.ttf"/><Font Id="f" Italic="yes"><Subtitle SpotNumber="1" TimeIn="00:00:05:125" TimeOut="00:00:06.500"><Text VAlign="bottom" VPosition="6">low</Text><Text VAlign="bottom" VPosition="12"><Font Underlined="yes" Italic="no">high</Font></Text></Subtitle></Font></DCSubtitle>'
  assert.deepEqual(read(file), {
    ok: true,
    warnings: [],
    cues: [{ start: 5500, stop: 6500, text: '<u>high</u><br><i>low</i>' }],
  })
  assert.ok(!read(file.replace(':125', ':250')).ok)
})

test('nests styles, orders rows by position, and splits positions into cues', () => {
  assert.deepEqual(
    cuesOf(
      smpte(
        `<Font Weight="bold">${subtitle('<Font Italic="yes"><Text Valign="top" Vposition="20">b</Text><Text Valign="top" Vposition="10">a<Font Weight="normal"> c</Font></Text></Font><Text Valign="bottom" Halign="left">d</Text>')}</Font>`,
      ),
    ),
    [
      {
        start: 1500,
        stop: 3000,
        text: '<b><i>a</i></b><i> c<br></i><b><i>b</i></b>',
        alignment: 'top',
      },
      { start: 1500, stop: 3000, text: '<b>d</b>', textAlign: 'left' },
    ],
  )
  assert.equal(
    cuesOf(
      smpte(subtitle('<Text>\n  <Ruby><Rb>漢</Rb><Rt>かん</Rt></Ruby>だ<Space/>\n</Text>')),
    )[0]!.text,
    '<ruby>漢<rt>かん</rt></ruby>だ ',
  )
})

test('subtracts a start time that is not zero', () => {
  assert.deepEqual(
    cuesOf(
      smpte(subtitle('<Text>a</Text>'), {
        head: '<TimeCodeRate>24</TimeCodeRate><StartTime>00:00:01:00</StartTime>',
      }),
    ),
    [{ start: 500, stop: 2000, text: 'a' }],
  )
})

test('ignores a subtitle without text', () =>
  assert.deepEqual(
    cuesOf(smpte(subtitle('<Text/>', 'TimeIn="00:00:00:00" TimeOut="00:00:00:00"'))),
    [],
  ))

test('rejects invalid files with line and column', () => {
  const place = (xml: string) => {
    const got = dcp.read(new TextEncoder().encode(xml), { ...ABOUT, strict: true })
    assert.ok(!got.ok, xml)
    return `${got.errors[0]!.line}:${got.errors[0]!.column} ${got.errors[0]!.message}`
  }
  assert.match(place('<tt/>'), /^1:1 The root element must be SubtitleReel/)
  assert.match(place(smpte('', { head: '' })), /TimeCodeRate or EditRate/)
  assert.match(
    place(smpte(`\n${subtitle('<Text>a</Text>', 'TimeIn="00:00:01:24" TimeOut="00:00:02:00"')}`)),
    /^2:1 TimeIn/,
  )
  assert.match(
    place(smpte(`\n${subtitle('<Text>a</Text>', 'TimeIn="00:00:01:00"')}`)),
    /^2:1 TimeOut/,
  )
  assert.match(
    place(smpte(`\n${subtitle('<Text>a</Text>', 'TimeIn="00:00:02:01" TimeOut="00:00:02:00"')}`)),
    /^2:1 The subtitle ends before it starts/,
  )
  assert.match(
    place(smpte(`\n${subtitle('\n <Image>urn:uuid:2</Image>')}`)),
    /^3:2 Image subtitles/,
  )
})

test('derives the id from the content', () => {
  const idOf = (text: string) => {
    const file = dcp.write([{ start: 0, stop: 1000, text }], ABOUT)
    assert.ok(file.ok)
    return /<Id>urn:uuid:([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12})<\/Id>/.exec(
      new TextDecoder().decode(file.bytes),
    )![1]
  }
  assert.equal(idOf('a'), idOf('a'))
  assert.notEqual(idOf('a'), idOf('b'))
})

test('rejects times after 24 hours with their cue', () => {
  assert.deepEqual(
    dcp.write(
      [
        { start: 0, stop: 1000, text: 'a' },
        { start: 0, stop: 400 * 3_600_000, text: 'a' },
      ],
      ABOUT,
    ),
    {
      ok: false,
      errors: [{ cue: 1, message: 'ends after 24 hours, which timecode cannot express' }],
    },
  )
})

test('never throws on any bytes', () => {
  const file = new TextEncoder().encode(
    smpte(subtitle('<Font Italic="yes"><Text Valign="top" Vposition="1">a</Text></Font>')),
  )
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 60 }), damaged(file)),
      (bytes) => typeof dcp.read(bytes, ABOUT).ok === 'boolean',
    ),
    { numRuns: 300 },
  )
})

test('names a font only if it is delivered with the file', () => {
  const cues = [{ start: 1000, stop: 2000, text: 'a' }]
  const plain = dcp.write(cues, ABOUT)
  assert.ok(plain.ok)
  assert.doesNotMatch(new TextDecoder().decode(plain.bytes), /LoadFont|ID="font"/)
  const font = Uint8Array.of(0, 1, 0, 0, 9)
  const smpte = dcp.write(cues, { ...ABOUT, font })
  assert.ok(smpte.ok)
  const [file] = smpte.files!
  assert.deepEqual([file!.bytes, smpte.warnings], [font, []])
  const text = new TextDecoder().decode(smpte.bytes)
  assert.ok(text.includes(`<LoadFont ID="font">urn:uuid:${file!.name}</LoadFont>`), text)
  const interop = dcpWriter('interop')(cues, { ...ABOUT, font })
  assert.ok(interop.ok)
  assert.deepEqual(interop.files, [{ name: 'font.ttf', bytes: font }])
  assert.match(new TextDecoder().decode(interop.bytes), /<LoadFont Id="font" URI="font.ttf"/)
})

test('writes emphasis marks as ruby, and reads them again', () => {
  const text = '<em>強調</em>と<em><c #ffff00>点</c></em>'
  const cues = [{ start: 1000, stop: 2000, text }]
  const written = dcp.write(cues, ABOUT)
  assert.ok(written.ok)
  assert.match(new TextDecoder().decode(written.bytes), /<Rb>強調<\/Rb><Rt>﹅﹅<\/Rt>/)
  const read = dcp.read(written.bytes, ABOUT)
  assert.equal(read.ok && read.cues[0]!.text, text)
  const both = dcp.write([{ ...cues[0]!, text: '<em><ruby>字<rt>じ</rt></ruby></em>' }], ABOUT)
  assert.equal(both.ok && both.warnings[0]!.lost, 'Emphasis marks beside ruby')
})
