// The sound of the films: chords, plucked notes, weather, and voices by flite.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILMS, type DemoFilm, type FilmKey } from '../../api/demo/data/films.ts'
import { SCRIPTS, type ScriptKey } from '../../api/demo/data/scripts.ts'
import { installPackages } from '../../api/test/packages.ts'
import { cutsOf } from './cuts.ts'
import { hash, mix, noise } from './brush.ts'

export const RATE = 48_000
/** Chords as semitones above A2, the seconds between notes, and how loud wind, waves and rain are. */
type Mood = {
  chords: number[][]
  beat: number
  wind: number
  waves: number
  rain: number
  pluck: number
}
const MOODS: Record<ScriptKey, Mood> = {
  velmarra: {
    chords: [
      [0, 7, 12, 15],
      [-4, 3, 8, 12],
      [-2, 5, 10, 14],
      [-5, 2, 7, 11],
    ],
    beat: 0.375,
    wind: 0.5,
    waves: 0,
    rain: 0,
    pluck: 0.16,
  },
  almanac: {
    chords: [
      [-7, 0, 5, 8],
      [-9, -2, 3, 7],
      [-7, 0, 5, 9],
      [-12, -5, 0, 3],
    ],
    beat: 0.75,
    wind: 0.15,
    waves: 0.6,
    rain: 0,
    pluck: 0.13,
  },
  orbit: {
    chords: [
      [3, 7, 10, 15],
      [-2, 5, 10, 14],
      [0, 7, 12, 15],
      [-4, 3, 8, 15],
    ],
    beat: 0.25,
    wind: 0,
    waves: 0,
    rain: 0,
    pluck: 0.13,
  },
  umbrella: {
    chords: [
      [-2, 5, 8, 14],
      [3, 7, 10, 14],
      [-4, 3, 8, 12],
      [-2, 5, 8, 10],
    ],
    beat: 0.3,
    wind: 0,
    waves: 0,
    rain: 0.4,
    pluck: 0.15,
  },
}
const CHORD_SECONDS = 4
/** Who speaks the lines of each script. */
const VOICES: Record<ScriptKey, string[]> = {
  velmarra: ['rms', 'slt', 'rms', 'rms', 'slt', 'awb', 'awb', 'slt'],
  almanac: ['awb', 'slt', 'awb', 'slt', 'awb'],
  orbit: ['slt', 'rms'],
  umbrella: ['awb'],
}

const hertz = (semitones: number) => 110 * 2 ** (semitones / 12)

/** Stereo samples, left and right in turn. */
export function mixSound(key: FilmKey): Float32Array {
  const film: DemoFilm = FILMS[key]
  const length = Math.round(film.seconds * RATE)
  const music = new Float32Array(length)
  addChords(music, MOODS[film.script])
  addPlucks(music, MOODS[film.script])
  for (const cut of cutsOf(key).slice(1)) addBoom(music, cut, film.seconds - cut < 6 ? 0.5 : 0.22)
  const speech = speak(film, length)
  return finishMix(music, weather(MOODS[film.script], length), speech)
}

function addChords(out: Float32Array, { chords }: Mood) {
  for (let n = 0; n * CHORD_SECONDS * RATE < out.length; n++)
    for (const note of chords[n % chords.length]!)
      for (const [ratio, level] of [
        [1, 0.05],
        [1.004, 0.04],
        [2, 0.014],
        [0.5, 0.045],
      ] as const)
        addTone(
          out,
          n * CHORD_SECONDS - 0.6,
          CHORD_SECONDS + 1.6,
          hertz(note) * ratio,
          (t, all) => level * Math.sin(Math.PI * Math.min(1, t / all)) ** 0.7,
        )
}

function addPlucks(out: Float32Array, { chords, beat, pluck }: Mood) {
  for (let n = 0; n * beat * RATE < out.length - RATE; n++) {
    if (hash(n * 3 + 1) < 0.22) continue
    const chord = chords[Math.floor((n * beat) / CHORD_SECONDS) % chords.length]!
    const note = chord[Math.floor(hash(n) * chord.length)]! + (hash(n + 40) > 0.6 ? 24 : 12)
    for (const [ratio, level] of [
      [1, 1],
      [2, 0.4],
      [3, 0.16],
    ] as const)
      addTone(
        out,
        n * beat,
        1.6,
        hertz(note) * ratio,
        (t) =>
          pluck *
          level *
          (0.6 + 0.4 * hash(n + 9)) *
          Math.min(1, t * 300) *
          Math.exp(-t * (3 + 2 * ratio)),
      )
  }
}

/** A low drum at a cut. */
function addBoom(out: Float32Array, at: number, level: number) {
  addTone(out, at, 1.4, 46, (t) => level * Math.min(1, t * 120) * Math.exp(-t * 3.2))
  addTone(out, at, 0.5, 92, (t) => level * 0.5 * Math.exp(-t * 12))
}

function addTone(
  out: Float32Array,
  start: number,
  seconds: number,
  frequency: number,
  level: (t: number, all: number) => number,
) {
  const first = Math.round(start * RATE)
  for (let n = Math.max(0, -first); n < seconds * RATE && first + n < out.length; n++) {
    const t = n / RATE
    out[first + n]! += Math.sin(2 * Math.PI * frequency * t) * level(t, seconds)
  }
}

/** Filtered noise: gusts, waves on a shore, and rain. */
function weather({ wind, waves, rain }: Mood, length: number): Float32Array {
  const out = new Float32Array(length)
  let [low, lower, high] = [0, 0, 0]
  for (let n = 0; n < length; n++) {
    const t = n / RATE
    const white = hash(n) * 2 - 1
    const gust = 0.5 + 0.5 * noise(t * 0.45, 3)
    low += (white - low) * mix(0.012, 0.05, gust)
    lower += (low - lower) * 0.03
    high += (white - high) * 0.5
    const surf = Math.max(0, Math.sin(t * 0.9)) ** 2
    out[n] =
      wind * lower * 2.4 * (0.3 + gust) +
      waves * low * (0.25 + 0.75 * surf) +
      rain * (white - high) * 0.16
  }
  return out
}

function speak({ script, spoken }: DemoFilm, length: number): Float32Array {
  const out = new Float32Array(length)
  for (const [index, start, stop] of spoken) {
    const text = SCRIPTS[script].spoken.eng![index]!.replace(/<[^>]+>/g, ' ')
    const voice = VOICES[script][index]!
    const normal = flite(text, voice, 1)
    const stretch = Math.min(1.25, (stop - start) / (normal.length / RATE))
    const samples = flite(text, voice, stretch)
    samples.forEach((sample, n) => {
      const at = Math.round(start * RATE) + n
      if (at < length) out[at]! += sample * 0.6
    })
  }
  return out
}

/** A sentence as samples of 48 kHz. */
function flite(text: string, voice: string, stretch: number): Float32Array {
  const folder = mkdtempSync(join(tmpdir(), 'reelay-voice-'))
  const path = join(folder, 'voice.wav')
  const options = ['-voice', voice, '--setf', `duration_stretch=${stretch}`, '-t', text, '-o', path]
  if (spawnSync('flite', options).status !== 0 && installPackages('flite', ['flite']))
    spawnSync('flite', options)
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  const rate = bytes.readUInt32LE(24)
  const samples = new Int16Array(
    bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length - (bytes.length % 2)),
  )
  return Float32Array.from({ length: Math.floor((samples.length * RATE) / rate) }, (_, n) => {
    const place = (n * rate) / RATE
    const whole = Math.floor(place)
    return mix(samples[whole]!, samples[whole + 1] ?? 0, place - whole) / 32_768
  })
}

/** Lowers the music under voices, adds an echo to both sides, and sets the level. */
function finishMix(music: Float32Array, air: Float32Array, speech: Float32Array): Float32Array {
  const out = new Float32Array(music.length * 2)
  const echo = [0.061, 0.083].map((seconds) => Math.round(seconds * RATE))
  const tails = [new Float32Array(music.length), new Float32Array(music.length)]
  let [duck, peak] = [1, 0]
  for (let n = 0; n < music.length; n++) {
    const busy = Math.abs(speech[n]!) > 0.01
    duck += ((busy ? 0.45 : 1) - duck) * (busy ? 0.0006 : 0.00004)
    const dry = music[n]! * duck + speech[n]!
    const end = Math.min(1, (music.length - n) / (RATE * 0.7))
    tails.forEach((tail, side) => {
      tail[n] = music[n]! * duck * 0.5 + speech[n]! * 0.2 + 0.62 * (tail[n - echo[side]!] ?? 0)
      const value = (dry + tail[n]! * 0.5 + air[n]! * (side ? 1 : 0.86)) * end
      out[n * 2 + side] = value
      peak = Math.max(peak, Math.abs(value))
    })
  }
  return out.map((value) => (value / peak) * 0.8)
}
