// Which shots each film is cut from, and what is drawn in each of its frames.
import { FILMS, type DemoFilm, type FilmKey } from '../../api/demo/data/films.ts'
import { SCRIPTS, type ScriptKey } from '../../api/demo/data/scripts.ts'
import { fade, type, vignette, type Canvas, type Scene } from './brush.ts'
import * as book from './almanac-book.ts'
import * as salt from './almanac-sea.ts'
import * as orbit from './orbit.ts'
import * as umbrella from './umbrella.ts'
import * as sea from './velmarra-storm.ts'
import * as town from './velmarra-town.ts'

const SCENES: Record<ScriptKey, Record<string, (g: Canvas, scene: Scene) => void>> = {
  velmarra: { ...town, ...sea },
  almanac: { ...book, ...salt },
  orbit,
  umbrella,
}
/** The longest that a shot of each scene is used. The camera moves at the same speed in each film. */
const SHOT_SECONDS = 5
export const FRAME_RATE = 24

type Shot = [scene: string, seconds: number]
const spot: Shot[] = [
  ['town', 3.5],
  ['rooftop', 2.8],
  ['ropes', 2.8],
  ['fray', 2.7],
  ['storm', 3.2],
  ['title', 5],
]
const CUTS: Record<FilmKey, Shot[]> = {
  'velmarra-teaser': [
    ['sea', 4],
    ['town', 4],
    ['storm', 3],
    ['title', 5],
  ],
  'velmarra-trailer-1': [
    ['town', 4],
    ['rooftop', 3],
    ['card', 2.5],
    ['ropes', 3],
    ['fray', 3],
    ['sea', 3.5],
    ['card', 2.5],
    ['storm', 3.5],
    ['lantern', 2.7],
    ['grandmother', 3.3],
    ['title', 5],
  ],
  'velmarra-trailer-2': [
    ['rooftop', 3.5],
    ['town', 3.5],
    ['lantern', 3],
    ['grandmother', 3.5],
    ['card', 2.5],
    ['sea', 3.5],
    ['fray', 2.5],
    ['storm', 3],
    ['title', 5],
  ],
  'velmarra-trailer-2-cut-2': [
    ['rooftop', 3.5],
    ['town', 3.5],
    ['ropes', 2.5],
    ['lantern', 3],
    ['grandmother', 3.5],
    ['sea', 3.5],
    ['fray', 2.5],
    ['storm', 3],
    ['title', 5],
  ],
  'velmarra-spot': spot,
  'velmarra-spot-german-1': spot,
  'velmarra-spot-german-2': spot,
  'almanac-trailer': [
    ['lighthouse', 4.5],
    ['book', 3.4],
    ['ink', 3.6],
    ['ferry', 3],
    ['flame', 3],
    ['salt', 3.5],
    ['title', 5],
  ],
  'almanac-promo': [
    ['ferry', 3],
    ['lighthouse', 4],
    ['ink', 3],
    ['title', 5],
  ],
  orbit: [
    ['launch', 4.2],
    ['orbiting', 4.5],
    ['teapot', 4.3],
    ['title', 5],
  ],
  umbrella: [
    ['above', 4],
    ['parade', 4],
    ['red', 3],
    ['title', 5],
  ],
}

/** All that decides what a frame looks like: equal frames of two films are drawn once. */
export type FramePlan = {
  script: ScriptKey
  scene: string
  size: [width: number, height: number]
  t: number
  card?: { text: string; p: number }
  dark: number
}

/** The seconds at which the shots of a film start. */
export const cutsOf = (film: FilmKey) =>
  CUTS[film].map((_, n) => CUTS[film].slice(0, n).reduce((sum, [, seconds]) => sum + seconds, 0))

export function planFrame(key: FilmKey, frame: number): FramePlan {
  const film: DemoFilm = FILMS[key]
  const at = frame / FRAME_RATE
  const starts = cutsOf(key).map((start) => Math.round(start * FRAME_RATE))
  const shot = starts.findLastIndex((start) => start <= frame)
  const card = film.cards.find(([, start, stop]) => at >= start && at <= stop)
  return {
    script: film.script,
    scene: CUTS[key][shot]![0],
    size: film.size,
    t: (frame - starts[shot]!) / FRAME_RATE,
    ...(card && { card: cardAt(film, card, at) }),
    dark: Math.max(0, 1 - at * 2.5, (at - film.seconds + 0.5) * 2),
  }
}

function cardAt(
  { script, language = 'eng', cardTexts }: DemoFilm,
  [index, start, stop]: [number, number, number],
  at: number,
) {
  const text = cardTexts?.[index] ?? SCRIPTS[script].cards[language]![index]!
  return { text, p: Math.round(((at - start) / (stop - start)) * 1000) / 1000 }
}

export function drawFrame(g: Canvas, { script, scene, size: [w, h], t, card, dark }: FramePlan) {
  g.save()
  SCENES[script][scene]!(g, { w, h, t, p: t / SHOT_SECONDS, u: Math.min(w, h) / 720 })
  g.restore()
  vignette(g, { w, h })
  const isTitle = scene === 'title'
  if (card)
    type(g, card.text, {
      x: w / 2,
      y: h * (isTitle ? (script === 'umbrella' ? 0.44 : 0.7) : 0.5),
      size: Math.min(w * (isTitle ? 0.05 : 0.06), isTitle ? 40 : 58),
      colour: script === 'umbrella' ? '#22303d' : '#fff4dd',
      p: card.p,
      weight: isTitle ? 500 : 600,
    })
  g.fillStyle = fade('#000000', dark)
  g.fillRect(0, 0, w, h)
}
