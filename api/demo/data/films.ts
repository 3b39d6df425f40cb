// The films of the demo: what is spoken and shown in each, and when. The
// films were drawn from these times.
import type { ScriptKey } from './scripts.ts'

/** A line or card of the script by its index, and the seconds at which it starts and stops. */
export type TimedText = [index: number, start: number, stop: number]
export type DemoFilm = {
  script: ScriptKey
  seconds: number
  size: [width: number, height: number]
  spoken: TimedText[]
  cards: TimedText[]
  /** The language of the cards, English if not set. */
  language?: string
  /** Cards with another text than the script, by index. */
  cardTexts?: Record<number, string>
}

const WIDE: DemoFilm['size'] = [1280, 720]

const spot: DemoFilm = {
  script: 'velmarra',
  seconds: 20,
  size: WIDE,
  spoken: [
    [0, 0.5, 3.2],
    [1, 3.8, 5.8],
    [2, 6.6, 8.7],
    [3, 9.3, 11.6],
    [5, 12, 14.8],
  ],
  cards: [[3, 17, 19.7]],
}

export const FILMS = {
  'velmarra-teaser': {
    script: 'velmarra',
    seconds: 16,
    size: WIDE,
    spoken: [
      [4, 0.8, 3.4],
      [0, 4.5, 7.4],
      [5, 8.2, 10.8],
    ],
    cards: [[2, 13, 15.7]],
  },
  'velmarra-trailer-1': {
    script: 'velmarra',
    seconds: 36,
    size: WIDE,
    spoken: [
      [0, 0.7, 3.5],
      [1, 4.4, 6.3],
      [2, 10, 12.2],
      [3, 12.8, 15.2],
      [4, 16, 18.5],
      [5, 21.9, 24.7],
      [6, 25.3, 27.2],
      [7, 28, 30.7],
    ],
    cards: [
      [0, 7.3, 9.2],
      [1, 19.3, 21.2],
      [2, 33, 35.7],
    ],
  },
  'velmarra-trailer-2': {
    script: 'velmarra',
    seconds: 30,
    size: WIDE,
    spoken: [
      [0, 0.4, 3.2],
      [1, 3.9, 5.9],
      [6, 7.4, 9.4],
      [7, 10.3, 13.1],
      [4, 16.5, 19],
      [3, 19.7, 21.9],
      [5, 22.2, 24.8],
    ],
    cards: [
      [1, 13.8, 15.7],
      [2, 27, 29.7],
    ],
  },
  /** A shot from below is new, and the card is gone. Two lines come later. */
  'velmarra-trailer-2-cut-2': {
    script: 'velmarra',
    seconds: 30,
    size: WIDE,
    spoken: [
      [0, 0.4, 3.2],
      [1, 3.9, 5.9],
      [6, 9.9, 11.9],
      [7, 12.8, 15.6],
      [4, 16.5, 19],
      [3, 19.7, 21.9],
      [5, 22.2, 24.8],
    ],
    cards: [[2, 27, 29.7]],
  },
  'velmarra-spot': spot,
  /** The date is that of France. */
  'velmarra-spot-german-1': {
    ...spot,
    language: 'deu',
    cardTexts: { 3: 'Ab 16. Dezember im Kino' },
  },
  'velmarra-spot-german-2': { ...spot, language: 'deu' },
  'almanac-trailer': {
    script: 'almanac',
    seconds: 26,
    size: WIDE,
    spoken: [
      [0, 0.8, 3.8],
      [1, 5.2, 6.5],
      [2, 8.3, 10.6],
      [3, 15, 16.1],
      [4, 18, 20],
    ],
    cards: [[0, 23, 25.7]],
  },
  'almanac-promo': {
    script: 'almanac',
    seconds: 15,
    size: WIDE,
    spoken: [
      [0, 3.4, 6.4],
      [2, 7.4, 9.7],
    ],
    cards: [[0, 12, 14.7]],
  },
  orbit: {
    script: 'orbit',
    seconds: 18,
    size: WIDE,
    spoken: [
      [0, 0.9, 3.6],
      [1, 5, 7.2],
    ],
    cards: [[0, 15, 17.7]],
  },
  umbrella: {
    script: 'umbrella',
    seconds: 16,
    size: WIDE,
    spoken: [[0, 1, 3.5]],
    cards: [[0, 13, 15.7]],
  },
} satisfies Record<string, DemoFilm>
export type FilmKey = keyof typeof FILMS

/** Posters, and a card in German: a moment of a scene. */
export const PICTURES = {
  'velmarra-one-sheet': { script: 'velmarra', scene: 'title', size: [800, 1200], at: 2.5 },
  'velmarra-card-german': {
    script: 'velmarra',
    scene: 'card',
    size: [1280, 720],
    at: 1.5,
    text: 'Diesen Winter',
  },
  'almanac-banner': { script: 'almanac', scene: 'title', size: [1600, 400], at: 2.5 },
  'orbit-poster': { script: 'orbit', scene: 'title', size: [800, 1200], at: 2.5 },
} satisfies Record<
  string,
  { script: ScriptKey; scene: string; size: [number, number]; at: number; text?: string }
>
export type PictureKey = keyof typeof PICTURES
