// Draws an old film and recuts of it. Every shot has its own picture and sound; some stand still and
// some are silent. What is where is known exactly.
import type { TestContext } from 'node:test'
import { film } from '../../../../media/src/test-media.fixture.ts'

const RATE = 25
const FRAME = 1000 / RATE
/** Frames `first` up to `stop` of a shot. Shots from 100 on are not in the old film. */
export type CutPiece = { shot: number; first: number; stop: number; speed?: number }
export type Recut = { pieces: CutPiece[]; rate?: number }

const SHOTS = 20
const lengthOfShot = (shot: number) => 30 + ((shot * 17) % 24)
/** The old film shows shot 3 twice: as its fourth and its fifteenth. */
const drawnAs = (shot: number) => (shot === 14 ? 3 : shot)

export const whole = (shot: number): CutPiece => ({
  shot,
  first: 0,
  stop: lengthOfShot(drawnAs(shot)),
})
export const oldCut = (): CutPiece[] => Array.from({ length: SHOTS }, (_, shot) => whole(shot))
export const insert = (shot: number, frames: number): CutPiece => ({
  shot: 100 + shot,
  first: 0,
  stop: frames,
})

/** Ground that moves, stands still, is panned over, or has many small moving parts. */
function shotPicture(shot: number): string {
  const [x, y] = [(shot * 29) % 90, (shot * 17) % 50]
  switch (shot % 4) {
    case 0:
      return `${gradients(shot, '96x54', 5)}:speed=0.012:r=${RATE}`
    case 1:
      return `testsrc2=s=192x108:r=${RATE},hue=h=${(shot * 47) % 360},crop=96:54:${x}:${y}`
    case 2:
      return `${gradients(shot, '96x54', 6)}:speed=0.00001:type=radial:r=${RATE}`
    default:
      return `${gradients(shot, '288x162', 8)}:speed=0.00001:r=${RATE},crop=96:54:x='n*0.8':y='8+n*0.3'`
  }
}

/** The colours are given, because the seed of the filter does not choose them. */
function gradients(shot: number, size: string, count: number): string {
  const colours = Array.from({ length: count }, (_, index) => {
    const value = ((shot + 1) * 7_919_113 + index * 5_471_281) % 0xffffff
    return `c${index}=0x${value.toString(16).padStart(6, '0')}`
  })
  return `gradients=s=${size}:n=${count}:seed=${shot * 7 + 3}:${colours.join(':')}`
}

function shotSound(shot: number): string {
  const isSilent = shot % 5 === 4
  return `anoisesrc=c=pink:seed=${shot * 11 + 5}:r=16000:a=0.4,tremolo=f=4:d=0.7,volume=${isSilent ? 0 : 1}`
}

export function draw(
  t: TestContext,
  name: string,
  { pieces, rate = RATE }: Recut,
): Promise<string> {
  const pictures = pieces.map((piece, n) =>
    [
      shotPicture(drawnAs(piece.shot)),
      `trim=start_frame=${piece.first}:end_frame=${piece.stop}`,
      'settb=1/90000',
      `setpts=(PTS-STARTPTS)/${(piece.speed ?? 1) * (rate / RATE)}`,
      `fps=${rate}`,
      // The last frame may be rounded away.
      'tpad=stop_mode=clone:stop=2',
      `trim=end_frame=${framesOf(piece)}`,
      `setsar=1,format=yuv420p[v${n}]`,
    ].join(','),
  )
  const sounds = pieces.map((piece, n) =>
    [
      shotSound(drawnAs(piece.shot)),
      `atrim=start=${piece.first / RATE}:end=${piece.stop / RATE}`,
      'asetpts=PTS-STARTPTS',
      `atempo=${(piece.speed ?? 1) * (rate / RATE)}`,
      `apad,atrim=end=${framesOf(piece) / rate}[a${n}]`,
    ].join(','),
  )
  const join = (kind: 'v' | 'a') =>
    `${pieces.map((_, n) => `[${kind}${n}]`).join('')}concat=n=${pieces.length}:v=${kind === 'v' ? 1 : 0}:a=${kind === 'a' ? 1 : 0}`
  return film(t, {
    name: `${name}.mp4`,
    format: 'mp4',
    picture: [...pictures, join('v')].join(';'),
    sound: [...sounds, join('a')].join(';'),
  })
}

const framesOf = ({ first, stop, speed = 1 }: CutPiece) => Math.round((stop - first) / speed)

/** The times in milliseconds at which the recut shows a time of the old film. */
export function placesOf({ pieces, rate = RATE }: Recut, time: number): number[] {
  const { shot, frame } = shotAt(time / FRAME)
  const places: number[] = []
  let position = 0
  for (const piece of pieces) {
    const { first, stop, speed = 1 } = piece
    if (drawnAs(piece.shot) === drawnAs(shot) && frame >= first && frame < stop)
      if (piece.shot === shot || piece.shot >= 100 || isRepeat(pieces, piece.shot, shot))
        places.push(((position + (frame - first) / speed) * 1000) / rate)
    position += framesOf(piece)
  }
  return places
}

/** Shots 3 and 14 look and sound the same: either can be what a recut shows. */
const isRepeat = (pieces: CutPiece[], pieceShot: number, requestedShot: number) =>
  pieceShot !== requestedShot && !pieces.some(({ shot }) => shot === requestedShot)

function shotAt(frame: number): { shot: number; frame: number } {
  let rest = frame
  for (const [shot, { stop }] of oldCut().entries()) {
    if (rest < stop) return { shot, frame: rest }
    rest -= stop
  }
  return { shot: -1, frame: 0 }
}

/** Two cues in each shot, and one across every third cut. */
export function cuesOfOldFilm(): { start: number; stop: number }[] {
  const cues: { start: number; stop: number }[] = []
  let position = 0
  for (const [shot, { stop: length }] of oldCut().entries()) {
    const middle = Math.floor(length / 2)
    const cue = (first: number, last: number) =>
      cues.push({ start: (position + first) * FRAME, stop: (position + last) * FRAME })
    cue(2, middle - 2)
    if (shot % 3 === 2) cue(middle, length + 14)
    else cue(middle, length - 3)
    position += length
  }
  return cues.slice(0, -1)
}
