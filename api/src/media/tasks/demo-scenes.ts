// Draws the scenes of demo films and posters: pure functions from coordinates to colours.
import type { DemoLook } from '../types.ts'

type Colour = [red: number, green: number, blue: number]
/** `u` and `v` are in heights of the picture, so shapes keep their form in any aspect ratio. */
type Point = { u: number; v: number }
type Scene = {
  look: DemoLook
  number: number
  /** The width in heights. */
  aspect: number
  from: Colour
  to: Colour
  /** Numbers from 0 to 1 that place the shapes, the same for the same film and scene. */
  positions: number[]
}
type Painter = (at: Point, scene: Scene) => Colour

/** Four bytes for each pixel: red, green, blue, opacity. */
export function paintScene(
  look: DemoLook,
  number: number,
  [width, height]: [number, number],
): Buffer {
  const [dark, to] = look.colours.map(parseColour) as [Colour, Colour]
  // Every other scene is lighter, so that cuts are seen as cuts.
  const from = mix(dark, to, (number % 2) * 0.3)
  const positions = Array.from({ length: 64 }, (_, salt) => hash(look.seed, number * 7 + 1, salt))
  const scene = { look, number, aspect: width / height, from, to, positions }
  const paint = PAINTERS[look.motif]
  const bytes = Buffer.alloc(width * height * 4, 255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      bytes.set(paint({ u: x / height, v: y / height }, scene), (y * width + x) * 4)
  return bytes
}

/** What moves through the scenes: a kite, a boat, a satellite or an umbrella. */
export function paintActor(look: DemoLook, side: number): Buffer {
  const light = mix(parseColour(look.colours[1]), [255, 255, 255], 0.55)
  const dark = mix(parseColour(look.colours[0]), [0, 0, 0], 0.25)
  const bytes = Buffer.alloc(side * side * 4)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const shape = ACTORS[look.motif]({ u: (x / side) * 2 - 1, v: (y / side) * 2 - 1 })
      if (shape) bytes.set([...(shape === 'dark' ? dark : light), 255], (y * side + x) * 4)
    }
  return bytes
}

const PAINTERS: Record<DemoLook['motif'], Painter> = {
  kites(at, scene) {
    const { u, v } = at
    const sun = { u: scene.aspect * position(scene, 1), v: 0.3 + 0.12 * position(scene, 2) }
    let colour = mix(scene.from, scene.to, v ** 1.3)
    colour = mix(colour, scene.to, glow(at, sun, 0.42) * 0.6)
    if (distance(at, sun) < 0.1) colour = mix(scene.to, WHITE, 0.7)
    for (const layer of [0, 1, 2]) {
      const base = 0.66 + layer * 0.1
      if (v > base - ridge(u, scene, layer) * (0.16 - layer * 0.03))
        colour = mix(scene.from, BLACK, 0.15 + layer * 0.24)
    }
    for (let kite = 0; kite < 4; kite++) {
      const centre = {
        u: scene.aspect * position(scene, 10 + kite),
        v: 0.12 + 0.34 * position(scene, 20 + kite),
      }
      const size = 0.035 + 0.05 * position(scene, 30 + kite)
      if (isKite({ u: (u - centre.u) / size, v: (v - centre.v) / size }))
        colour = mix(KITES[(kite + scene.number) % KITES.length]!, BLACK, u > centre.u ? 0.22 : 0)
    }
    return colour
  },
  sea(at, scene) {
    const { u, v } = at
    const horizon = 0.5 + 0.08 * position(scene, 1)
    const sun = { u: scene.aspect * (0.2 + 0.6 * position(scene, 2)), v: horizon - 0.14 }
    let colour = mix(scene.from, scene.to, (v / horizon) ** 1.6)
    if (distance(at, sun) < 0.12) colour = mix(scene.to, WHITE, 0.75)
    if (v > horizon) {
      const depth = (v - horizon) / (1 - horizon)
      const wave = Math.sin(v * 150 * (1.15 - depth) + Math.sin(u * 9 + v * 40) * 1.4)
      colour = mix(mix(scene.from, scene.to, 0.35 * (1 - depth)), BLACK, 0.2 + depth * 0.3)
      const isLit = Math.abs(u - sun.u) < 0.05 + depth * 0.22
      colour = mix(colour, mix(scene.to, WHITE, 0.4), wave > 0.72 ? (isLit ? 0.85 : 0.22) : 0)
    }
    return lighthouse(at, scene, horizon) ?? colour
  },
  space(at, scene) {
    const planet = { u: scene.aspect * (0.3 + 0.45 * position(scene, 1)), v: 0.55 }
    const radius = 0.2 + 0.14 * position(scene, 2)
    const [du, dv] = [(at.u - planet.u) / radius, (at.v - planet.v) / radius]
    const tilt = dv + du * (0.25 + 0.2 * position(scene, 3))
    const ring = Math.hypot(du / 1.9, tilt / 0.42)
    const isRing = ring > 0.78 && ring < 1
    if (isRing && tilt > 0) return mix(scene.to, WHITE, 0.35 + 0.3 * Math.sin(ring * 60))
    if (Math.hypot(du, dv) < 1) {
      const band = Math.sin((dv + du * 0.2) * 11 + position(scene, 4) * 6)
      const light = Math.max(0, Math.min(1, 0.75 - (du * 0.55 + dv * 0.35)))
      return mix(mix(scene.from, BLACK, 0.5), mix(scene.to, WHITE, band > 0 ? 0.14 : 0), light)
    }
    if (isRing) return mix(scene.to, scene.from, 0.45)
    const isStar = hash(Math.floor(at.u * 90), Math.floor(at.v * 90), scene.number) > 0.985
    const sky = mix(mix(scene.from, BLACK, 0.45), scene.from, at.v)
    return isStar ? mix(sky, WHITE, 0.85) : sky
  },
  rain(at, scene) {
    const { u, v } = at
    let colour = mix(mix(scene.from, WHITE, 0.25), scene.from, v)
    const column = Math.floor(u * 9 + position(scene, 1) * 5)
    const roof = 0.3 + 0.35 * hash(column, scene.number, 3)
    if (v > roof) {
      colour = mix(scene.from, BLACK, 0.45)
      const window = [Math.floor(u * 54), Math.floor(v * 30)] as const
      const isPane = u * 54 - window[0] > 0.35 && v * 30 - window[1] > 0.4
      if (isPane && hash(window[0], window[1], scene.number) > 0.7)
        colour = mix(scene.to, WHITE, 0.3)
    }
    if (v > 0.86) colour = mix(scene.from, BLACK, 0.6)
    for (let one = 0; one < 6; one++) {
      const centre = { u: scene.aspect * ((one + position(scene, 40 + one)) / 6), v: 0.8 }
      const size = 0.08 + 0.06 * position(scene, 50 + one)
      if (isUmbrella({ u: (u - centre.u) / size, v: (v - centre.v) / size }))
        colour = one % 3 === 0 ? mix(scene.from, BLACK, 0.3) : mix(scene.to, WHITE, one * 0.06)
    }
    const streak = hash(Math.floor((u + v * 0.25) * 140), Math.floor(v * 9), scene.number)
    return streak > 0.93 ? mix(colour, WHITE, 0.28) : colour
  },
}

const ACTORS: Record<DemoLook['motif'], (at: Point) => 'light' | 'dark' | undefined> = {
  kites: (at) => {
    if (!isKite(at)) return undefined
    return at.u * at.v > 0 ? 'light' : 'dark'
  },
  sea: ({ u, v }) => {
    if (v > 0.35 && v < 0.7 && Math.abs(u) < 0.85 - (v - 0.35)) return 'dark'
    return v < 0.3 && v > -0.8 && u > -0.04 && u < ((v + 0.8) / 1.1) * 0.75 ? 'light' : undefined
  },
  space: ({ u, v }) => {
    if (Math.hypot(u, v) < 0.26) return 'light'
    return Math.abs(v) < 0.16 && Math.abs(u) > 0.36 && Math.abs(u) < 0.95 ? 'dark' : undefined
  },
  rain: (at) => {
    if (!isUmbrella(at)) return undefined
    return at.v < 0 && Math.floor(at.u * 3 + 9) % 2 === 0 ? 'light' : 'dark'
  },
}

const BLACK: Colour = [8, 9, 14]
const WHITE: Colour = [255, 252, 244]
const KITES: Colour[] = [
  [230, 70, 60],
  [244, 190, 60],
  [60, 160, 190],
  [240, 240, 230],
  [150, 80, 170],
]

const isKite = ({ u, v }: Point): boolean => {
  const height = v < 0 ? 0.75 : 1
  const isTail = v > 1 && v < 2.6 && Math.abs(u - 0.25 * Math.sin((v - 1) * 4)) < 0.07
  return Math.abs(u) / 0.7 + Math.abs(v) / height < 1 || isTail
}

const isUmbrella = ({ u, v }: Point): boolean => {
  const hem = 0.12 * Math.abs(Math.sin((u + 1) * Math.PI * 2))
  return (Math.hypot(u, v) < 0.95 && v < -hem) || (Math.abs(u) < 0.05 && v >= -hem && v < 0.9)
}

function lighthouse({ u, v }: Point, scene: Scene, horizon: number): Colour | undefined {
  const foot = scene.aspect * (position(scene, 2) < 0.5 ? 0.84 : 0.14)
  const height = (horizon + 0.06 - v) / 0.42
  const rock = 0.05 - Math.abs(u - foot) * 0.28
  if (v > horizon + 0.04 - rock && rock > -0.02 && v < horizon + 0.09)
    return mix(scene.from, BLACK, 0.55)
  if (height < 0 || height > 1 || Math.abs(u - foot) > 0.034 - height * 0.012) return undefined
  if (height > 0.88) return mix(scene.to, WHITE, 0.85)
  return Math.floor(height * 6) % 2 ? WHITE : mix(scene.from, BLACK, 0.15)
}

/** 0 to 1: rolling hills. */
const ridge = (u: number, { number, look }: Scene, layer: number) =>
  0.5 +
  0.3 * Math.sin(u * (2.3 + layer) + look.seed + number * 2 + layer * 1.7) +
  0.2 * Math.sin(u * (6.1 + layer * 2) + look.seed * 3 + number)

const glow = (at: Point, centre: Point, radius: number) =>
  Math.max(0, 1 - distance(at, centre) / radius)
const distance = (one: Point, other: Point) => Math.hypot(one.u - other.u, one.v - other.v)
const position = ({ positions }: Scene, index: number) => positions[index]!

function hash(one: number, two: number, three: number): number {
  const mixed = Math.sin(one * 127.1 + two * 311.7 + three * 74.7) * 43_758.545_3
  return mixed - Math.floor(mixed)
}

const mix = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

const parseColour = (hex: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Colour
