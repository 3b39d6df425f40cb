// Checks how Chromium parses the WebVTT that we write.
import { type Cue, type TextRow, readMarkup } from '@reelay/subtitles'
import { vtt } from '@reelay/subtitles/formats'
import { expect, test } from './fixtures.ts'

const TEXTS = [
  'Hello.',
  '<i>Two<br>rows</i>',
  'a &lt; b &amp;&amp; c --&gt; d',
  '&amp;lt; is written so',
  '&lt;i&gt;not a tag&lt;/i&gt;',
  'above<br><br>below',
  '<br>late',
  ' room ',
  '<b><i>x</i></b><u>y</u>',
  'NOTE',
  '00:01.000 --&gt; 00:02.000',
  'שלום 1984',
  '你好<br>世界',
  'a\u00a0b',
  '{\\an8}',
  '1',
  '',
]
const POSITIONS: Partial<Cue>[] = [
  {},
  { alignment: 'top' },
  { alignment: 'middle' },
  { textAlign: 'left' },
  { alignment: 'top', textAlign: 'right' },
]
const cues: Cue[] = TEXTS.map((text, index) =>
  Object.assign(
    { start: index * 2000 + 7, stop: index * 2000 + 1999, text },
    POSITIONS[index % POSITIONS.length],
  ),
)

test('Chromium parses the written cues exactly', async ({ page }) => {
  const written = vtt.write(cues, { title: '', language: 'eng', rate: { num: 25, den: 1 } })
  if (!written.ok) throw new Error('The cues cannot be written')
  const seen = await page.evaluate(readCuesInPage, new TextDecoder().decode(written.bytes))
  expect(seen).toEqual(
    cues.map((cue) => ({
      start: cue.start / 1000,
      stop: cue.stop / 1000,
      runs: runsOf(cue.text),
      line: cue.alignment === 'top' ? 0 : cue.alignment === 'middle' ? 50 : 'auto',
      align: cue.textAlign ?? 'center',
    })),
  )
})

/** Characters with their styles, row by row. */
function runsOf(text: string): string[] {
  const read = readMarkup(text)
  const letters = (row: TextRow) =>
    row.flatMap((run) => [...run.text].map((letter) => `${letter}${run.styles.join('')}`))
  return read.ok
    ? read.rows.flatMap((row, index) => (index > 0 ? ['\n'] : []).concat(letters(row)))
    : []
}

/** Runs in the page. */
async function readCuesInPage(file: string) {
  const track = Object.assign(document.createElement('track'), {
    kind: 'subtitles',
    default: true,
    src: URL.createObjectURL(new Blob([file], { type: 'text/vtt' })),
  })
  const video = document.createElement('video')
  const loaded = new Promise((resolve, reject) => {
    track.addEventListener('load', resolve)
    track.addEventListener('error', reject)
  })
  video.append(track)
  document.body.append(video)
  track.track.mode = 'showing'
  await loaded
  const runs = (node: Node, styles: string[]): string[] =>
    [...node.childNodes].flatMap((child) =>
      child.nodeType === 3
        ? [...child.textContent!].map((letter) =>
            letter === '\n' ? letter : `${letter}${styles.toSorted().join('')}`,
          )
        : runs(child, [...styles, child.nodeName.toLowerCase()]),
    )
  return ([...track.track.cues!] as VTTCue[]).map((cue) => ({
    start: cue.startTime,
    stop: cue.endTime,
    runs: runs(cue.getCueAsHTML(), []),
    line: cue.line,
    align: cue.align,
  }))
}
