// Things in the scenes: stars, rain, birds, kites, people and houses.
import {
  disc,
  fade,
  hash,
  line,
  noise,
  placed,
  polygon,
  shape,
  type Canvas,
  type Coordinates,
  type Size,
} from './brush.ts'

export function stars(g: Canvas, { w, h }: Size, t: number, count = 160, colour = '#ffffff') {
  for (let n = 0; n < count; n++) {
    const shine = 0.35 + 0.65 * hash(n + 5) * (0.75 + 0.25 * Math.sin(t * 2 + n))
    const at: Coordinates = [hash(n) * w * 1.2 - w * 0.1, hash(n + 999) * h]
    disc(g, at, 0.6 + 1.5 * hash(n + 77) ** 3, fade(colour, shine))
  }
}

export function rain(
  g: Canvas,
  { w, h }: Size,
  t: number,
  colour: string,
  count = 150,
  slant = 0.22,
) {
  for (let n = 0; n < count; n++) {
    const speed = 900 + 700 * hash(n + 3)
    const length = 22 + 36 * hash(n + 9)
    const y = ((hash(n) * h * 1.4 + t * speed) % (h * 1.4)) - h * 0.2
    const x = hash(n + 50) * w * 1.5 - w * 0.1 - y * slant
    line(
      g,
      [
        [x, y],
        [x - length * slant, y + length],
      ],
      fade(colour, 0.2 + 0.3 * hash(n + 4)),
      1.6,
    )
  }
}

export function birds(g: Canvas, at: Coordinates, t: number, colour: string, count = 6, size = 9) {
  for (let n = 0; n < count; n++) {
    const wing = Math.sin(t * 7 + n * 2) * 0.5
    const [x, y] = [
      at[0] + (n - count / 2) * size * 4.2 + noise(n, 4) * 20,
      at[1] + noise(n * 3, 8) * size * 4,
    ]
    line(
      g,
      [
        [x - size, y - size * wing],
        [x, y],
        [x + size, y - size * wing],
      ],
      colour,
      size * 0.24,
    )
  }
}

/** A kite with two colours, spars and a tail of bows, whose middle is at `at`. */
export function kite(
  g: Canvas,
  at: Coordinates,
  {
    size,
    angle = 0,
    t,
    colours: [light, dark],
    tail = 5,
  }: {
    size: number
    angle?: number
    t: number
    colours: readonly [string, string]
    tail?: number
  },
) {
  placed(g, at, size / 100, angle, () => {
    const end = Array.from({ length: tail * 6 + 1 }, (_, n): Coordinates => [
      Math.sin(t * 3.4 - n * 0.34) * n * 1.5,
      70 + n * 8,
    ])
    line(g, end, dark, 2.5)
    for (let bow = 1; bow <= tail; bow++)
      placed(g, end[bow * 6]!, 1, Math.sin(t * 3 + bow), () => {
        shape(g, '0,0 -15,-7 -15,7', light)
        shape(g, '0,0 15,-7 15,7', light)
      })
    shape(g, '0,-75 52,-14 0,75', dark)
    shape(g, '0,-75 -52,-14 0,75', light)
    shape(g, '0,-75 -52,-14 0,-14', fade('#ffffff', 0.18))
    line(
      g,
      [
        [0, -75],
        [0, 75],
      ],
      fade('#000000', 0.35),
      2,
    )
    line(
      g,
      [
        [-52, -14],
        [52, -14],
      ],
      fade('#000000', 0.35),
      2,
    )
  })
}

/** A rope that hangs through between two points. */
export function rope(
  g: Canvas,
  from: Coordinates,
  to: Coordinates,
  sag: number,
  colour: string,
  width: number,
) {
  g.beginPath()
  g.moveTo(...from)
  g.quadraticCurveTo(
    (from[0] + to[0]) / 2 + sag,
    (from[1] + to[1]) / 2 + Math.abs(sag) * 0.4,
    ...to,
  )
  Object.assign(g, { strokeStyle: colour, lineWidth: width, lineCap: 'round' })
  g.stroke()
}

export type Figure = {
  height: number
  fill: string
  t: number
  /** -1 looks to the left, 1 to the right. */
  facing?: 1 | -1
  /** How far an arm is raised, from 0 to 1. */
  arm?: number
  scarf?: string
  dress?: boolean
  bun?: boolean
}
/** A person whose feet are at `at`. */
export function figure(
  g: Canvas,
  at: Coordinates,
  { height, fill, t, facing = 1, arm = 0, scarf, dress = false, bun = false }: Figure,
) {
  placed(g, at, height / 100, 0, () => {
    g.scale(facing, 1)
    const sway = Math.sin(t * 2.2) * 1.2
    const hem = Math.sin(t * 5) * 1.5
    if (dress)
      polygon(
        g,
        [
          [-5, -72],
          [5, -72],
          [9, -40],
          [14, -6],
          [-20 - hem, -4],
          [-11, -40],
        ],
        fill,
      )
    else {
      shape(g, '-7,-74 7,-74 10,-34 8,0 1,0 0,-30 -3,0 -10,0 -10,-34', fill)
      polygon(
        g,
        [
          [-7, -70],
          [-10, -28],
          [-17 - hem, -24],
          [-10, -60],
        ],
        fill,
      )
    }
    const lift = arm * 2.4
    const hand: Coordinates = [7 + Math.sin(lift) * 28, -68 + Math.cos(lift) * 30]
    line(g, [[6, -69], [9 + Math.sin(lift) * 13, -66 + Math.cos(lift) * 15], hand], fill, 5.5)
    line(
      g,
      [
        [-6, -69],
        [-11, -52],
        [-9, -38],
      ],
      fill,
      5.5,
    )
    disc(g, [sway * 0.3, -88], 9.5, fill)
    line(
      g,
      [
        [0, -78],
        [0, -72],
      ],
      fill,
      7,
    )
    if (bun) disc(g, [-9, -94], 6, fill)
    else
      for (let n = 0; n < 5; n++)
        line(
          g,
          [
            [-5, -92 + n * 3],
            [-15 + sway, -90 + n * 4],
            [-24 - n + hem * 2, -84 + n * 4 + Math.sin(t * 6 + n) * 3],
          ],
          fill,
          4,
        )
    if (scarf) {
      line(
        g,
        [
          [-6, -74],
          [7, -73],
        ],
        scarf,
        5,
      )
      const wave = Array.from({ length: 12 }, (_, n): Coordinates => [
        -6 - n * 5,
        -74 + Math.sin(t * 6 - n * 0.6) * n * 0.9 - n * 0.7,
      ])
      line(g, wave, scarf, 5)
    }
  })
}

/** A row of houses on the ground at `y`, some with light in their windows. */
export function houses(
  g: Canvas,
  {
    from,
    to,
    y,
    size,
    seed,
    fill,
    light,
  }: {
    from: number
    to: number
    y: (x: number) => number
    size: number
    seed: number
    fill: string
    light: string
  },
) {
  for (let x = from, n = seed * 100; x < to; n++) {
    const width = size * (0.55 + 0.6 * hash(n))
    const height =
      size * (0.8 + 1.5 * hash(n + 31) * (1 - Math.abs((x - from) / (to - from) - 0.5)))
    const ground = y(x + width / 2)
    polygon(
      g,
      [
        [x, ground + size],
        [x, ground - height],
        [x + width / 2, ground - height - size * (0.35 + 0.5 * hash(n + 7))],
        [x + width, ground - height],
        [x + width, ground + size],
      ],
      fill,
    )
    if (hash(n + 12) > 0.5)
      g.fillRect(x + width * 0.68, ground - height - size * 0.45, size * 0.13, size * 0.5)
    g.fillStyle = light
    for (let row = 0; row * size * 0.36 < height - size * 0.3; row++)
      for (const side of [0.2, 0.58])
        if (hash(n * 7 + row * 3 + side * 10) > 0.52)
          g.fillRect(
            x + width * side,
            ground - height + size * (0.12 + row * 0.36),
            size * 0.12,
            size * 0.18,
          )
    x += width * 0.92
  }
}
