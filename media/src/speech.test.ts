import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { film, run } from './test-media.fixture.ts'

test('extracts the sound in parts that end where it is quiet, without a gap', async (t) => {
  const path = await film(t, {
    name: 'a.wav',
    format: 'wav',
    sound: `aevalsrc='if(between(t,3,3.6),0,0.3*sin(2*PI*300*t))|0':s=48000:d=10`,
    picks: { audio: 'pcm_s16le' },
  })
  const { done, folder } = await run(t, { do: 'speech', maxSeconds: 4 }, path)
  assert.ok(Math.abs(done[0]!.seconds - 3.3) < 0.3, `cut at ${done[0]!.seconds} s`)
  for (const [index, { start, seconds }] of done.entries()) {
    assert.ok(seconds <= 4)
    const next = done[index + 1]
    if (next) assert.ok(Math.abs(start + seconds - next.start) < 1e-9)
  }
  const last = done.at(-1)!
  assert.ok(Math.abs(last.start + last.seconds - 10) < 0.05)
  const bytes = await readFile(join(folder, done[0]!.name))
  assert.deepEqual(
    [bytes.toString('latin1', 0, 4), bytes.readUInt16LE(22), bytes.readUInt32LE(24)],
    ['RIFF', 1, 16_000],
  )
  assert.equal(bytes.length, done[0]!.length)
})
