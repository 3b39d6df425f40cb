// Scenes of "The Salt Almanac": the lighthouse and the book.
import {
  clamp,
  clouds,
  disc,
  ease,
  fade,
  glow,
  ground,
  hash,
  line,
  mix,
  noise,
  placed,
  polygon,
  shape,
  sky,
  zoom,
  type Canvas,
  type Coordinates,
  type Scene,
} from './brush.ts'
import { stars } from './props.ts'
import { DEEP, FOAM, LAMP, TEAL, waves } from './sea.ts'

/** A lighthouse at night. */
export function lighthouse(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, [DEEP, TEAL, '#2c7276', '#5a9c93'])
  stars(g, s, t, 140, FOAM)
  glow(g, [w * 0.22, h * 0.24], 320 * u, FOAM, 0.4)
  disc(g, [w * 0.22, h * 0.24], 44 * u, '#eefaf2')
  zoom(g, s, 1 + 0.09 * ease(p), () => {
    const top: Coordinates = [w * 0.68, h * 0.3]
    clouds(g, s, { y: h * 0.66, size: 44 * u, x: t * 8, seed: 104, fill: fade('#6ba59b', 0.45) })
    const turn = Math.sin(t * 0.9 + 0.4)
    for (const side of [1, -1])
      for (const width of [46, 26, 10])
        polygon(
          g,
          [
            top,
            [top[0] + side * turn * w, top[1] + 60 * u - width * 2.4 * u],
            [top[0] + side * turn * w, top[1] + 60 * u + width * 2.4 * u],
          ],
          fade(LAMP, 0.13),
        )
    ground(g, s, '0.5,1.1 0.56,0.74 0.62,0.69 0.74,0.68 0.8,0.75 0.88,1.1', DEEP)
    polygon(
      g,
      [
        [top[0] - 40 * u, h * 0.72],
        [top[0] - 24 * u, top[1] + 22 * u],
        [top[0] + 24 * u, top[1] + 22 * u],
        [top[0] + 40 * u, h * 0.72],
      ],
      '#0a2a32',
    )
    for (const n of [0, 1, 2])
      placed(g, top, u, 0, () =>
        shape(
          g,
          `${-26 - n * 5},${56 + n * 86} ${26 + n * 5},${56 + n * 86} ${29 + n * 5},${96 + n * 86} ${-29 - n * 5},${96 + n * 86}`,
          '#8c3b3a',
        ),
      )
    placed(g, [top[0], top[1]], u, 0, () => shape(g, '-34,22 -34,14 34,14 34,22', DEEP))
    placed(g, [top[0], top[1]], u, 0, () => shape(g, '-20,14 -20,-16 20,-16 20,14', LAMP))
    placed(g, [top[0], top[1]], u, 0, () => shape(g, '-28,-14 0,-44 28,-14', DEEP))
    glow(g, top, (170 + 90 * (1 - Math.abs(turn))) * u, LAMP, 0.9)
    waves(g, s, h * 0.8, ['#1c5f65', '#124a52', '#0b3239', DEEP])
  })
}

/** The almanac, which writes itself. */
export function book(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#051418', '#0c2b30', '#123a3c'])
  glow(g, [w * 0.76, h * 0.2], 760 * u, LAMP, 0.75 + 0.05 * noise(t * 6))
  ground(g, s, '-1,2 -1,0.62 2,0.62 2,2', '#3b2416')
  glow(g, [w * 0.7, h * 0.66], 560 * u, LAMP, 0.4)
  placed(g, [w * 0.47, h * 0.6], u * (1.1 + 0.16 * ease(p)), -0.04, () => {
    shape(g, '-400,130 -330,-110 0,-76 330,-110 400,130 0,176', '#2b160d')
    for (const side of [-1, 1]) {
      polygon(
        g,
        [
          [0, -84],
          [side * 150, -116],
          [side * 312, -104],
          [side * 376, 112],
          [side * 170, 108],
          [0, 158],
        ],
        side < 0 ? '#ead9b0' : '#f7ebcb',
      )
      polygon(
        g,
        [
          [0, -84],
          [side * 40, -94],
          [side * 50, 142],
          [0, 158],
        ],
        fade('#7b5b2e', 0.3),
      )
    }
    for (let row = 0; row < 9; row++)
      for (const side of [-1, 1]) {
        const shown = clamp(p * 15 - (side < 0 ? row * 0.3 : 2 + row * 0.95))
        if (shown === 0) continue
        const y = -70 + row * 22
        const [from, to] = side < 0 ? [-300 - row * 5, -46] : [46, 270 + row * 6]
        const points = Array.from({ length: 40 }, (_, n): Coordinates => [
          mix(from, to, n / 39),
          y + noise(n * 0.9, row + side * 40) * 5 + Math.abs((n / 39) * 2 - 1) * -5,
        ])
        line(
          g,
          points.slice(0, 2 + Math.round(38 * shown * (0.75 + 0.25 * hash(row)))),
          '#1e3a46',
          2.6,
        )
      }
  })
  for (let n = 0; n < 40; n++) {
    const age = (t * 0.22 + hash(n)) % 1
    disc(
      g,
      [w * (0.25 + 0.5 * hash(n + 3)) + noise(t + n) * 20, h * 0.7 - age * h * 0.6],
      (1 + 2 * hash(n)) * u,
      fade('#fff3cf', 0.7 * Math.sin(age * 3.14)),
    )
  }
}

/** A name, stroke by stroke. */
export function ink(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#f4e8ca', '#ecdcb4', '#d9c08c'])
  placed(g, [w / 2, h / 2], 1.06 + 0.12 * ease(p), -0.05, () => {
    g.translate(-w / 2, -h / 2)
    for (let row = 0; row < 9; row++) {
      line(
        g,
        [
          [-w * 0.1, h * (0.08 + row * 0.115)],
          [w * 1.1, h * (0.08 + row * 0.115)],
        ],
        fade('#8c6f3c', 0.3),
        2 * u,
      )
      for (let column = 0; column < 4; column++)
        line(
          g,
          Array.from({ length: 9 }, (_, n): Coordinates => [
            w * (0.05 + column * 0.06) + n * 4 * u,
            h * (0.05 + row * 0.115) + noise(n * 1.7, row * 7 + column) * 7 * u,
          ]),
          fade('#3a4b4c', 0.55),
          2.2 * u,
        )
    }
    const signature = Array.from({ length: 240 }, (_, n): Coordinates => {
      const q = n / 239
      const loop = n * 0.24
      return [
        w * (0.34 + 0.48 * q) + Math.sin(loop) * 26 * u * (1 - q * 0.5),
        h * 0.5 +
          Math.cos(loop) *
            (q < 0.16 ? 96 : 40 + 22 * noise(n * 0.03, 5)) *
            u *
            (q > 0.9 ? 0.4 : 1) +
          noise(n * 0.05, 2) * 10 * u,
      ]
    })
    const drawn = signature.slice(0, 2 + Math.round(238 * ease(p * 1.6)))
    line(g, drawn, fade('#0d2f3a', 0.25), 13 * u)
    line(g, drawn, '#0b2630', 6 * u)
    const [x, y] = drawn.at(-1)!
    disc(g, [x, y], 7 * u, '#0b2630')
    if (p > 0.6)
      line(
        g,
        [
          [w * 0.36, h * 0.64],
          [w * mix(0.36, 0.84, ease((p - 0.6) * 8)), h * 0.62],
        ],
        '#0b2630',
        5 * u,
      )
  })
  for (let n = 0; n < 46; n++) {
    const [x, y] = [hash(n) * w, h * (n % 2 ? 0.86 + 0.14 * hash(n + 9) : hash(n + 9) * 0.1)]
    placed(g, [x, y], u * (3 + 9 * hash(n + 2)), hash(n + 5) * 3, () =>
      shape(g, '-1,0 0,-1 1,0 0,1', fade('#ffffff', 0.55 + 0.4 * Math.sin(t * 3 + n))),
    )
  }
}
