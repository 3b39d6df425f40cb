// Ten recuts of a drawn film: every cue lands within one frame of where it belongs, or is flagged.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  conformCues,
  PICTURE_HEIGHT,
  PICTURE_WIDTH,
  SOUND_RATE,
  type ConformedCue,
} from '@reelay/subtitles/conform'
import { run } from '../../../../media/src/test-media.fixture.ts'
import type { StoredFingerprint } from '../queries/film-matches.ts'
import {
  cuesOfOldFilm,
  draw,
  insert,
  oldCut,
  placesOf,
  whole,
  type CutPiece,
  type Recut,
} from './recuts.fixture.ts'
import { matchFingerprints } from './tasks/match-films.ts'

const without = (...shots: number[]) => oldCut().filter(({ shot }) => !shots.includes(shot))
const change = (edits: Record<number, (piece: CutPiece) => CutPiece[]>) =>
  oldCut().flatMap((piece) => edits[piece.shot]?.(piece) ?? [piece])
const head = (frames: number) => (piece: CutPiece) => [{ ...piece, first: frames }]
const tail = (frames: number) => (piece: CutPiece) => [{ ...piece, stop: piece.stop - frames }]
const faster = (speed: number) => (piece: CutPiece) => [{ ...piece, speed }]
const swapped = (pieces: CutPiece[], one: number, other: number) => {
  const copy = [...pieces]
  ;[copy[one], copy[other]] = [copy[other]!, copy[one]!]
  return copy
}

const RECUTS: Record<string, Recut> = {
  'shots removed': { pieces: without(2, 7, 8, 15) },
  'shots swapped': { pieces: swapped(swapped(oldCut(), 1, 2), 9, 16) },
  'shots shortened': {
    pieces: change({ 0: head(9), 2: tail(15), 5: tail(20), 7: head(12), 10: head(8), 12: tail(6) }),
  },
  'shots sped up': {
    pieces: change({ 1: faster(1.25), 4: faster(1.1), 9: faster(0.8), 15: faster(1.5) }),
  },
  'shots inserted': {
    pieces: [
      insert(1, 30),
      ...change({ 4: (shot) => [shot, insert(2, 25)], 11: (shot) => [insert(3, 50), shot] }),
    ],
  },
  'shots inserted inside shots': {
    pieces: change({
      5: ({ shot, stop }) => [
        { shot, first: 0, stop: 30 },
        insert(4, 20),
        { shot, first: 30, stop },
      ],
      9: ({ shot, stop }) => [
        { shot, first: 0, stop: 25 },
        insert(5, 33),
        { shot, first: 25, stop },
      ],
    }),
  },
  'a shot repeated': { pieces: change({ 12: (shot) => [shot, whole(5)] }) },
  'one of two equal shots removed': { pieces: without(14, 8) },
  'all of it': {
    pieces: swapped(
      change({
        0: () => [],
        3: tail(10),
        5: faster(1.2),
        8: (shot) => [insert(6, 40), shot],
        11: head(14),
        17: () => [],
      }),
      6,
      10,
    ),
  },
  '25 frames shown at 24, shots removed': { pieces: without(4, 13), rate: 24 },
}

test('conforms cues to ten recuts, or flags them', { timeout: 300_000 }, async (t) => {
  const old = await fingerprintOf(t, 'old', { pieces: oldCut() })
  const cues = cuesOfOldFilm()
  const rows = []
  for (const [name, recut] of Object.entries(RECUTS)) {
    const match = matchFingerprints({ old, new: await fingerprintOf(t, 'new', recut) })
    const frame = 1000 / (recut.rate ?? 25)
    const conformed = conformCues(cues, match, { frame })
    const wrong = conformed.flatMap((cue, index) =>
      isRight(recut, cues[index]!, cue, frame) ? [] : [{ ...cues[index]!, ...cue }],
    )
    const count = (outcome: ConformedCue['outcome']) =>
      conformed.filter((cue) => cue.outcome === outcome).length
    rows.push({
      recut: name,
      cues: cues.length,
      moved: count('moved'),
      split: count('split'),
      dropped: count('dropped'),
      flagged: count('flagged'),
      wrong: wrong.length,
    })
    assert.deepEqual(wrong, [], `${name}: ${JSON.stringify(wrong)}`)
  }
  console.table(rows)
  const flagged = rows.reduce((sum, row) => sum + row.flagged, 0)
  assert.ok(flagged < 0.25 * rows.length * cues.length, `${flagged} cues are flagged`)
})

async function fingerprintOf(
  t: TestContext,
  name: string,
  recut: Recut,
): Promise<StoredFingerprint> {
  const path = await draw(t, name, recut)
  const { done, folder } = await run(
    t,
    { do: 'fingerprint', width: PICTURE_WIDTH, height: PICTURE_HEIGHT, soundRate: SOUND_RATE },
    path,
  )
  return {
    frameRate: done.frameRate,
    picture: await readFile(join(folder, done.picture.name)),
    sound: await readFile(join(folder, done.sound!.name)),
  }
}

/** Two frames at an edge may be lost without a flag. */
const EDGES = [0, 40, 80]

function isRight(
  recut: Recut,
  { start, stop }: { start: number; stop: number },
  { outcome, to }: ConformedCue,
  frame: number,
): boolean {
  const isNear = (time: number, places: number[]) =>
    places.some((place) => Math.abs(place - time) <= frame + 1)
  const inside: number[] = []
  for (let time = start + 20; time < stop; time += 40) inside.push(time)
  const shown = inside.filter((time) => placesOf(recut, time).length > 0)
  const isRepeated = inside.some((time) => placesOf(recut, time).length > 1)
  if (outcome === 'flagged') return true
  if (outcome === 'dropped') return shown.length <= 2
  if (isRepeated || shown.length < inside.length - 2) return false
  const startsRight = EDGES.some((edge) => isNear(to[0]!.start, placesOf(recut, start + edge)))
  const stopsRight = EDGES.some((edge) => isNear(to.at(-1)!.stop, placesOf(recut, stop - edge - 1)))
  return startsRight && stopsRight && (outcome === 'split') === to.length > 1
}
