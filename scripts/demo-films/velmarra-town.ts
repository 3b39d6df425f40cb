// Scenes of "Seven Kites over Velmarra": the town and its ropes.
import {
  blend,
  clouds,
  disc,
  ease,
  fade,
  glow,
  hash,
  hills,
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
import { birds, figure, houses, kite, rope } from './props.ts'
import { AMBER, CORAL, CREAM, INDIGO, INK, KITES, NIGHT, PLUM } from './velmarra-colours.ts'

/** The town on its rock, which hangs from seven kites over a sea of clouds. */
export function town(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, [NIGHT, INDIGO, PLUM, CORAL, AMBER, CREAM])
  glow(g, [w * 0.72, h * 0.66], h * 0.8, CREAM, 0.8)
  disc(g, [w * 0.72, h * 0.66], 46 * u, CREAM)
  zoom(g, s, 1 + 0.1 * ease(p), () => {
    hills(g, s, {
      y: h * 0.8,
      height: 70 * u,
      width: 300 * u,
      x: t * 5,
      seed: 3,
      fill: blend(PLUM, CORAL, 0.55),
    })
    clouds(g, s, { y: h * 0.84, size: 60 * u, x: t * 11, seed: 5, fill: fade('#ffd0a1', 0.6) })
    hills(g, s, {
      y: h * 0.93,
      height: 90 * u,
      width: 240 * u,
      x: t * 12,
      seed: 9,
      fill: blend(PLUM, CORAL, 0.2),
    })
    const x = w * 0.46
    const y = h * 0.66 + Math.sin(t * 1.1) * 5 * u
    KITES.forEach((colours, n) => {
      const side = n - 3
      const at: Coordinates = [
        x + side * w * 0.105 + noise(t * 0.5, n) * 10 * u,
        h * 0.13 + side ** 2 * h * 0.012 + noise(t * 0.6, n + 20) * 12 * u,
      ]
      rope(
        g,
        [at[0], at[1] + 20 * u],
        [x + side * 42 * u, y - 10 * u],
        side * 12 * u,
        fade(INK, 0.75),
        1.6 * u,
      )
      kite(g, at, {
        size: 44 * u,
        angle: side * 0.1 + noise(t, n) * 0.1,
        t: t + n,
        colours,
        tail: 3,
      })
    })
    houses(g, {
      from: x - 165 * u,
      to: x + 160 * u,
      y: (at) => y - 8 * u + ((at - x) / (165 * u)) ** 2 * 12 * u,
      size: 34 * u,
      seed: 4,
      fill: INK,
      light: '#ffcf7a',
    })
    placed(g, [x, y], u, 0, () =>
      shape(
        g,
        '-180,0 -120,40 -96,92 -60,84 -34,150 -8,120 20,190 48,110 84,96 120,44 178,0 0,-14',
        INK,
      ),
    )
    clouds(g, s, {
      y: h * 0.97,
      size: 84 * u,
      x: t * 30 + 300,
      seed: 12,
      fill: fade(blend(PLUM, INK, 0.35), 0.96),
    })
    birds(g, [w * (0.3 + 0.1 * p), h * 0.5], t, INK, 5, 7 * u)
  })
}

/** Oda on a roof, in front of the sun. */
export function rooftop(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, [INDIGO, PLUM, CORAL, AMBER])
  const sun: Coordinates = [w * mix(0.63, 0.6, p), h * 0.46]
  glow(g, sun, h * 0.95, CREAM, 0.7)
  disc(g, sun, 190 * u, CREAM)
  KITES.slice(0, 4).forEach((colours, n) =>
    kite(g, [w * (0.2 + n * 0.2) + t * 6, h * (0.14 + 0.07 * hash(n)) + noise(t * 0.7, n) * 10], {
      size: 26 * u,
      angle: 0.3,
      t: t + n,
      colours,
      tail: 3,
    }),
  )
  clouds(g, s, { y: h * 0.74, size: 52 * u, x: t * 14, seed: 21, fill: fade(CORAL, 0.75) })
  clouds(g, s, { y: h * 0.84, size: 80 * u, x: t * 24, seed: 25, fill: PLUM })
  houses(g, {
    from: w * 0.55,
    to: w * 1.15,
    y: () => h * 0.94,
    size: 70 * u,
    seed: 8,
    fill: blend(PLUM, INK, 0.6),
    light: '#ffb96b',
  })
  const x = w * mix(0.36, 0.38, p)
  polygon(
    g,
    [
      [-w * 0.2, h * 1.1],
      [-w * 0.2, h * 0.98],
      [x, h * 0.78],
      [w * 0.62, h * 0.94],
      [w * 0.68, h * 1.1],
    ],
    INK,
  )
  g.fillStyle = INK
  g.fillRect(x - 190 * u, h * 0.72, 46 * u, h * 0.3)
  g.fillRect(x - 198 * u, h * 0.71, 62 * u, 16 * u)
  figure(g, [x, h * 0.795], { height: 250 * u, fill: INK, t, scarf: CORAL, dress: true })
}

/** The seven ropes from below. */
export function ropes(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#1d2c66', '#4a4a94', '#a4628c', CORAL, AMBER])
  const order = [0, 6, 1, 5, 2, 4, 3]
  placed(g, [w / 2, h * 0.6], 1.1 + 0.12 * p, mix(-0.07, 0.06, p), () => {
    g.translate(-w / 2, -h * 0.6)
    clouds(g, s, { y: h * 1.02, size: 100 * u, x: t * 14, seed: 33, fill: fade(CREAM, 0.35) })
    for (const n of order) {
      const side = (n - 3) / 3
      const near = 1 - Math.abs(side) * 0.45
      const at: Coordinates = [
        w / 2 + side * w * 0.4 + noise(t * 0.6, n) * 14 * u,
        h * (0.24 + 0.2 * side ** 2) + noise(t * 0.7, n + 9) * 12 * u,
      ]
      rope(
        g,
        [at[0], at[1] + 40 * u * near],
        [w / 2 + side * 70 * u, h * 1.15],
        side * 50 * u,
        '#3a2233',
        (2 + 3 * near) * u,
      )
      kite(g, at, {
        size: 120 * u * near,
        angle: side * 0.34 + noise(t * 0.8, n) * 0.1,
        t: t + n,
        colours: KITES[n]!,
        tail: 5,
      })
    }
  })
  birds(g, [w * (0.8 - 0.1 * p), h * 0.75], t, INK, 4, 8 * u)
}

/** One rope, strand by strand. */
export function fray(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, [INK, NIGHT, '#3a2a5c'])
  for (let n = 0; n < 26; n++)
    disc(
      g,
      [hash(n) * w + noise(t * 0.3, n) * 20, h * (0.45 + 0.6 * hash(n + 40))],
      (10 + 34 * hash(n + 80)) * u,
      fade(n % 3 ? AMBER : CORAL, 0.08 + 0.14 * hash(n + 9)),
    )
  const long = Math.hypot(w, h) / 2 / u + 60
  const gap = 90 + 130 * ease(p * 1.3)
  placed(
    g,
    [w / 2, h * 0.5 + noise(t * 5, 3) * 3],
    u * (1.15 + 0.12 * p),
    -0.34 + noise(t * 3) * 0.006,
    () => {
      for (let n = 0; n < 11; n++) {
        const y = (n - 5) * 7
        const broken = hash(n + 2) < p * 1.5
        for (const side of [-1, 1]) {
          const curl = broken ? (1 + hash(n) * 1.4) * (n % 2 ? -1 : 1) * 46 : 0
          const end: Coordinates = broken
            ? [side * (gap * 0.35 + 30 * hash(n + 8)), y + curl]
            : [0, y * 0.4]
          g.beginPath()
          g.moveTo(side * gap * 1.25, y)
          g.quadraticCurveTo(side * gap * 0.6, broken ? y + curl * 0.2 : y * 0.3, ...end)
          Object.assign(g, {
            strokeStyle: n % 2 ? '#d8ab6f' : '#a97845',
            lineWidth: 5,
            lineCap: 'round',
          })
          g.stroke()
        }
      }
      for (const side of [-1, 1])
        placed(g, [0, 0], 1, 0, () => {
          g.scale(side, 1)
          polygon(
            g,
            [
              [gap, -28],
              [gap * 1.2, -38],
              [long, -40],
              [long, 40],
              [gap * 1.2, 38],
              [gap, 28],
            ],
            '#b98850',
          )
          for (let x = gap; x < long; x += 26) {
            g.beginPath()
            g.moveTo(x, -37)
            g.quadraticCurveTo(x + 34, -6, x + 22, 38)
            Object.assign(g, { strokeStyle: '#7d5230', lineWidth: 4 })
            g.stroke()
          }
          polygon(
            g,
            [
              [gap * 1.1, -36],
              [long, -40],
              [long, -26],
              [gap * 1.1, -24],
            ],
            fade(CREAM, 0.25),
          )
        })
    },
  )
  for (let n = 0; n < 30; n++) {
    const age = (t * 0.5 + hash(n)) % 1
    disc(
      g,
      [
        w / 2 + (hash(n + 4) - 0.5) * 260 * u * (0.4 + age),
        h / 2 - age * 200 * u + hash(n + 6) * 60 * u,
      ],
      2.2 * u * (1 - age),
      fade(AMBER, 1 - age),
    )
  }
}
