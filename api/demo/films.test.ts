import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FILMS, PICTURES, type DemoFilm } from './data/films.ts'
import { SCRIPTS } from './data/scripts.ts'
import probes from './films/probes.json' with { type: 'json' }

const FOLDER = join(import.meta.dirname, 'films')
const MAX_BYTES = 4_000_000
const MAX_TOTAL_BYTES = 20_000_000
const films = Object.entries(FILMS) as [keyof typeof FILMS, DemoFilm][]

test('every line and card lies within its film, after the one before', () => {
  for (const [key, { script, seconds, spoken, cards }] of films)
    for (const [part, times] of Object.entries({ spoken, cards })) {
      let end = 0
      for (const [index, start, stop] of times) {
        assert.ok(SCRIPTS[script][part as 'spoken'].eng![index], `${key} ${part} ${index}`)
        assert.ok(start >= end && stop > start && stop <= seconds, `${key} ${part} ${index}`)
        end = stop
      }
    }
})

test('ships the films with their durations and key frames, within the budget', () => {
  let total = 0
  for (const [key, { seconds, size }] of films) {
    const { size: length } = statSync(join(FOLDER, `${key}.mp4`))
    assert.ok(length < MAX_BYTES, `${key} has ${length} bytes`)
    total += length
    const { duration, copyable, video } = probes[key]
    assert.ok(Math.abs(duration - seconds) < 0.1, `${key} lasts ${duration} s`)
    assert.ok(copyable, key)
    assert.deepEqual([video.width, video.height, video.pixelFormat], [...size, 'yuv420p'], key)
  }
  for (const key of Object.keys(PICTURES)) total += statSync(join(FOLDER, `${key}.jpg`)).size
  assert.ok(total < MAX_TOTAL_BYTES, `${total} bytes`)
})

test('ships no other files', () => {
  const expected = [
    ...films.map(([key]) => `${key}.mp4`),
    ...Object.keys(PICTURES).map((key) => `${key}.jpg`),
    'README.md',
    'probes.json',
  ]
  assert.deepEqual(readdirSync(FOLDER).toSorted(), expected.toSorted())
})
