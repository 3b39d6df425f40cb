// Compares with ffmpeg: it must read our files, and we must read its files.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Cue } from '../cue.ts'
import { ass } from './ass.ts'
import { FORMAT_EXTENSIONS } from './extensions.ts'
import { srt } from './srt.ts'
import { vtt } from './vtt.ts'

const about = { title: 'The Salt Road', language: 'deu', rate: { num: 25, den: 1 } }
/**
 * Leaves out bugs of ffmpeg 5: it writes < and & unescaped into WebVTT, and escapes { in SubRip.
 */
const TEXTS = [
  'Wir müssen gehen.',
  '<i>Wohin?</i>',
  '- Nach Hause.<br>- <b>Jetzt</b>?',
  '<i>Über die Brücke<br>und zurück.</i>',
  '<u>1984</u>',
  '2001',
  'Ja…<br>Nein!',
  'שלום, עולם',
  'مرحبا بالعالم',
  '你好，世界',
  'こんにちは<br>世界',
  'สวัสดี',
  '안녕하세요',
  '<b><i>Beides</i></b>',
  'erst <i>schräg</i>, dann nicht',
  '100 % — “sicher”',
  'ein\u00a0Wort',
  '👩‍👧 läuft',
  'Один<br>два<br>три',
]
const cues: Cue[] = TEXTS.map((text, index) => ({
  start: 1000 + index * 3000,
  stop: 3480 + index * 3000,
  text,
}))

test('exchanges SubRip, WebVTT and ASS with ffmpeg', (t) => {
  if (spawnSync('ffmpeg', ['-version']).status !== 0)
    return t.skip('To compare with ffmpeg, install it.')
  const folder = mkdtempSync(join(tmpdir(), 'reelay-formats-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const formats = [srt, vtt, ass]
  for (const format of formats) {
    const written = format.write(cues, about)
    assert.ok(written.ok)
    writeFileSync(join(folder, `ours.${FORMAT_EXTENSIONS[format.name][0]}`), written.bytes)
  }
  let agreed = 0
  for (const from of formats) {
    const files = formats.map((to) =>
      join(folder, `${from.name}-to.${FORMAT_EXTENSIONS[to.name][0]}`),
    )
    const run = spawnSync(
      'ffmpeg',
      [
        '-v',
        'error',
        '-i',
        join(folder, `ours.${FORMAT_EXTENSIONS[from.name][0]}`),
        ...files.flatMap((file) => ['-map', '0', file]),
      ],
      { encoding: 'utf8' },
    )
    assert.equal(run.status, 0, run.stderr)
    for (const [index, to] of formats.entries()) {
      const read = to.read(readFileSync(files[index]!), about)
      assert.ok(read.ok, JSON.stringify(read))
      assert.deepEqual(read.cues, cues, `${from.name} to ${to.name}`)
      agreed += read.cues.length
    }
  }
  t.diagnostic(`ffmpeg agrees on ${agreed} of ${formats.length ** 2 * cues.length} cues`)
})
