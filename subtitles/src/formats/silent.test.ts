// What a format can say changes the cues that are read, or a warning names it: each feature is
// compared with the same file without it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadableFormatName } from './format.ts'
import { READERS } from './formats.ts'

const rate = { num: 24, den: 1 }

function read(format: ReadableFormatName, file: string): string {
  const result = READERS[format].read(new TextEncoder().encode(file), { rate, language: 'eng' })
  assert.ok(result.ok, JSON.stringify(result))
  return JSON.stringify([result.cues, result.warnings.map(({ lost }) => lost)])
}

function assertNoneSilent(
  format: ReadableFormatName,
  plain: string,
  files: readonly (readonly [feature: string, file: string])[],
) {
  const without = read(format, plain)
  const silent = files.filter(([, file]) => read(format, file) === without)
  assert.deepEqual(
    silent.map(([feature]) => feature),
    [],
  )
}

const NAMESPACES = [
  'xmlns="http://www.w3.org/ns/ttml"',
  'xmlns:tts="http://www.w3.org/ns/ttml#styling"',
  'xmlns:ttm="http://www.w3.org/ns/ttml#metadata"',
  'xmlns:itts="http://www.w3.org/ns/ttml/profile/imsc1#styling"',
  'xmlns:ebutts="urn:ebu:tt:style"',
].join(' ')
const ttml = ({ head = '', body = '', div = '', p = '', text = 'A' }) =>
  `<tt ${NAMESPACES} xml:lang="en"><head><styling><style xml:id="s"/></styling>${head}</head>
<body ${body}><div ${div}><p begin="1s" end="2s" ${p}>${text}</p><p begin="3s" end="4s">B</p></div></body></tt>`

/** By the elements on which TTML, IMSC and EBU-TT-D give them a meaning. */
const INLINE = `tts:backgroundColor="red" tts:border="1px solid red" tts:color="yellow"
tts:fontFamily="Foo" tts:fontShear="10%" tts:fontSize="200%" tts:fontStyle="italic"
tts:fontVariant="super" tts:fontWeight="bold" tts:letterSpacing="1px" tts:lineHeight="200%"
tts:lineShear="10%" tts:opacity="0.5" tts:rubyReserve="both" tts:shear="16.67%"
tts:textDecoration="underline" tts:textDecoration="lineThrough" tts:textDecoration="overline"
tts:textEmphasis="dot" tts:textOrientation="upright" tts:textOutline="red 1px"
tts:textShadow="1px 1px" tts:unicodeBidi="bidiOverride" tts:visibility="hidden"
tts:wrapOption="noWrap" itts:forcedDisplay="true" xml:lang="fr" ttm:agent="a" style="s2"`
const BLOCK = `tts:direction="rtl" tts:display="none" tts:textAlign="left" tts:textAlign="justify"
ebutts:multiRowAlign="start" ttm:role="caption" ttm:role="x-own" region="r2"
tts:disparity="2%" tts:luminanceGain="2"`
const REGION = `tts:backgroundColor="red" tts:displayAlign="center" tts:display="none"
tts:opacity="0.5" tts:origin="10% 10%" tts:padding="10%" tts:textAlign="left"
tts:writingMode="tbrl" tts:zIndex="3" tts:color="yellow" tts:textDecoration="lineThrough"`
const OUTSIDE = `tts:displayAlign="center" tts:extent="10% 10%" tts:origin="10% 10%"
tts:position="left" tts:writingMode="tbrl"`
const list = (attributes: string) => attributes.match(/[\w:]+="[^"]*"/g) ?? []

test('TTML: names each style that is not read, wherever it is', () => {
  const styled = (attribute: string) => `<styling><style xml:id="s1" ${attribute}/></styling>`
  const ofContent = [...list(INLINE), ...list(BLOCK), ...list(OUTSIDE)]
  const isStyle = (attribute: string) => /^(?:tts|ebutts):/.test(attribute)
  assertNoneSilent('ttml', ttml({}), [
    ...list(INLINE).map((a) => [`span ${a}`, ttml({ text: `<span ${a}>A</span>` })] as const),
    ...ofContent.flatMap((a) => [
      [`p ${a}`, ttml({ p: a })] as const,
      [`div ${a}`, ttml({ div: a })] as const,
      [`body ${a}`, ttml({ body: a })] as const,
    ]),
    ...ofContent
      .filter(isStyle)
      .map((a) => [`style ${a}`, ttml({ head: styled(a), p: 'style="s1"' })] as const),
  ])
})

test('TTML: names each style of a region, and elements without a text', () => {
  const region = (attribute: string) =>
    ttml({ head: `<layout><region xml:id="r" ${attribute}/></layout>`, p: 'region="r"' })
  assertNoneSilent(
    'ttml',
    region(''),
    list(REGION).map((a) => [a, region(a)]),
  )
  assertNoneSilent('ttml', ttml({}), [
    ['audio', ttml({ text: '<audio src="a.wav"/>A' })],
    ['animate', ttml({ text: '<animate tts:color="red;blue"/>A' })],
    ['desc', ttml({ head: '<metadata><ttm:desc>x</ttm:desc></metadata>' })],
    ['copyright', ttml({ head: '<metadata><ttm:copyright>x</ttm:copyright></metadata>' })],
  ])
})

const vtt = ({ head = '', block = '', id = '', settings = '', text = 'A' }) =>
  `WEBVTT${head}\n\n${block}${id}00:01.000 --> 00:02.000 ${settings}\n${text}\n`

test('WebVTT: names each setting, tag and block that is not read', () => {
  const settings =
    'line:0 line:50% line:-3 line:5 line:50%,center line:50%,end position:10% size:30% align:start align:left align:end vertical:rl vertical:lr region:r snap:1 line:abc position:10%,foo'
  const texts =
    '<c.red>A</c>|<c.bg_red>A</c>|<c>A</c>|<v Ada>A|<v.loud Ada>A</v>|<lang de>A</lang>|<00:01.500>A|<ruby>A<rt>b</rt></ruby>|<i.foo>A</i>|<font color="red">A</font>|{\\an8}A|A&lrm;|<x>A</x>|A</x>'
  const blocks =
    'NOTE x|STYLE\n::cue { color: red }|STYLE\n::cue(#1) { color: red }|REGION\nid:q\nscroll:up'
  assertNoneSilent('vtt', vtt({}), [
    ...settings.split(' ').map((one) => [one, vtt({ settings: one })] as const),
    ...texts.split('|').map((text) => [text, vtt({ text })] as const),
    ...blocks.split('|').map((block) => [block, vtt({ block: `${block}\n\n` })] as const),
    ['title', vtt({ head: ' title' })],
    ['time map', vtt({ head: '\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000' })],
    ['identifier', vtt({ id: 'intro\n' })],
  ])
})

const EFFECTS =
  'alpha&HFF& 1a&H80& be1 blur3 bord3 xbord2 shad3 fscx50 fscy50 fsp3 frx10 frz10 fax1 fnFoo fs80 c&HFF& 2c&HFF& 3c&HFF& k20 kf20 q2 pos(100,100) move(1,2,3,4) org(1,2) fad(1,2) t(\\fs20) clip(1,2,3,4) rFoo a6 an8 i1 b1 u1 s1 foo'

test('SubRip: names each tag and effect that is not read', () => {
  const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
  const tags =
    '<i>A</i>|<s>A</s>|<font color="red">A</font>|<font face="x">A</font>|<font size=3>A</font>|{y:i}A|<ruby>A<rt>b</rt></ruby>|<v Ada>A|<!-- x -->A|{comment}A|{\\i1}A{\\r}B'
  assertNoneSilent('srt', srt('A'), [
    ...tags.split('|').map((text) => [text, srt(text)] as const),
    ...EFFECTS.split(' ').map((effect) => [effect, srt(`{\\${effect}}A`)] as const),
  ])
  assert.match(read('srt', srt('{\\i1}A{\\r}B')), /<i>A<\/i>B/)
})

const USUAL_STYLE =
  'Default,Arial,60,&H00FFFFFF,&H00FFFFFF,&H00000000,&H40000000,0,0,0,0,100,100,0,0,1,3,2,2,192,192,54,-1'
const OTHER_STYLE =
  'Default,Foo,90,&H0000FFFF,&H00FFFFFF,&H00FF0000,&H00FF0000,-1,-1,-1,-1,50,50,9,45,3,9,9,8,9,9,9,-1'
const ass = ({ style = USUAL_STYLE, event = '0,0:00:01.00,0:00:02.00,Default,,0,0,0,,A' }) =>
  `[Script Info]\nPlayResX: 1920\nPlayResY: 1080\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\nStyle: ${style}\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: ${event}\n`

test('ASS: names each field of a style and of an event, and each effect that is not read', () => {
  const usual = USUAL_STYLE.split(',')
  const styles = OTHER_STYLE.split(',').flatMap((cell, at) =>
    cell === usual[at]
      ? []
      : [[`style field ${at}`, ass({ style: usual.with(at, cell).join(',') })] as const],
  )
  const times = '0:00:01.00,0:00:02.00'
  assert.equal(styles.length, 20)
  assertNoneSilent('ass', ass({}), [
    ...styles,
    ...EFFECTS.split(' ').map(
      (effect) => [effect, ass({ event: `0,${times},Default,,0,0,0,,{\\${effect}}A` })] as const,
    ),
    ['layer', ass({ event: `5,${times},Default,,0,0,0,,A` })],
    ['style', ass({ event: `0,${times},Foo,,0,0,0,,A` })],
    ['speaker', ass({ event: `0,${times},Default,Ada,0,0,0,,A` })],
    ['margin', ass({ event: `0,${times},Default,,0,0,9,,A` })],
    ['effect', ass({ event: `0,${times},Default,,0,0,0,Banner;1,A` })],
  ])
})

const dcp = ({ font = '', subtitle = '', text = '', body = 'A' }) =>
  `<DCSubtitle Version="1.0"><Language>English</Language><Font ${font}><Subtitle SpotNumber="1" TimeIn="00:00:01:000" TimeOut="00:00:02:000" ${subtitle}><Text VAlign="bottom" VPosition="10" ${text}>${body}</Text></Subtitle></Font></DCSubtitle>`

test('DCP: names each attribute and element that is not read, wherever it is', () => {
  const fonts = list(
    'Color="FFFF0000" Effect="shadow" EffectColor="FF00FF00" Italic="yes" Underlined="yes" Size="50" Weight="bold" Script="super" AspectAdjust="1.5" Spacing="2em"',
  )
  const bodies =
    '<Ruby><Rb>A</Rb><Rt>b</Rt></Ruby>|<HGroup>A</HGroup>|<Rotate Direction="left">A</Rotate>|A<Image/>'
  assertNoneSilent('dcp', dcp({}), [
    ...fonts.map((font) => [`around ${font}`, dcp({ font })] as const),
    ...fonts.map((font) => [`in ${font}`, dcp({ body: `<Font ${font}>A</Font>` })] as const),
    ...list('FadeUpTime="20" FadeDownTime="20"').map((a) => [a, dcp({ subtitle: a })] as const),
    ...list('HAlign="left" HPosition="10" Direction="vertical" Zposition="3"').map(
      (a) => [a, dcp({ text: a })] as const,
    ),
    ...bodies.split('|').map((body) => [body, dcp({ body })] as const),
  ])
})

const xliff = ({ unit = '', segment = '', target = 'T', file = '' }) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0" version="2.1" srcLang="en"><file id="f">${file}<unit id="u" ${unit}><mda:metadata><mda:metaGroup><mda:meta type="in">1</mda:meta><mda:meta type="out">2</mda:meta></mda:metaGroup></mda:metadata><segment ${segment}><source>S</source><target>${target}</target></segment></unit></file></xliff>`

test('XLIFF: names each state, mark, code and note that is not read', () => {
  const targets =
    '<pc id="1">T</pc>|<mrk id="m" type="comment" value="c">T</mrk>|<sc id="1"/>T|<cp hex="001A"/>T|<ph id="1"/>T|<sm id="1" value="note"/>T<em startRef="1"/>'
  assertNoneSilent('xliff', xliff({}), [
    ...targets.split('|').map((target) => [target, xliff({ target })] as const),
    ['state', xliff({ segment: 'state="final"' })],
    ['name', xliff({ unit: 'name="n"' })],
    ['translate', xliff({ unit: 'translate="no"' })],
    ['notes', xliff({ file: '<notes><note>N</note></notes>' })],
  ])
})

test('SAMI, MicroDVD and SubViewer: names each tag and code that is not read', () => {
  const html =
    '<b>A</b>|<s>A</s>|<font color=red>A</font>|<font face=x>A</font>|<span>A</span>|<ruby>A<rt>b</rt></ruby>|<!-- c -->A|<a href="x">A</a>|<div>A</div>'
  const codes = '{y:i}A|{C:$0000ff}A|{f:Arial}A|{s:20}A|{o:1,2}A|{P:1}A|/A|{x}A|{y:s}A'
  const sami = (text: string) => `<SAMI><SYNC Start=1000><P Class=ENCC>${text}</SAMI>`
  const microdvd = (text: string) => `{1}{1}24\n{24}{48}${text}\n`
  const sbv = (text: string) => `0:00:01.000,0:00:02.000\n${text}\n`
  const texts = html.split('|')
  assertNoneSilent(
    'sami',
    sami('A'),
    texts.map((text) => [text, sami(text)]),
  )
  assertNoneSilent(
    'sbv',
    sbv('A'),
    texts.map((text) => [text, sbv(text)]),
  )
  assertNoneSilent(
    'microdvd',
    microdvd('A'),
    codes.split('|').map((text) => [text, microdvd(text)]),
  )
})
