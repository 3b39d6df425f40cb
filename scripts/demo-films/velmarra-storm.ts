// Scenes of "Seven Kites over Velmarra": the sea, the storm and the title.
import {
  blend,
  clouds,
  disc,
  ease,
  fade,
  glow,
  ground,
  hash,
  hills,
  line,
  mix,
  noise,
  placed,
  sky,
  type,
  zoom,
  type Canvas,
  type Coordinates,
  type Scene,
} from './brush.ts'
import { birds, figure, houses, kite, rain, rope, stars } from './props.ts'
import { AMBER, CORAL, CREAM, INDIGO, INK, KITES, NIGHT, PLUM } from './velmarra-colours.ts'

/** The sea that Oda wanted to see. */
export function sea(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#244a86', '#5d86b6', '#efb394', '#ffe9c4', '#ffe9c4'])
  const level = h * 0.56
  const sun = w * 0.42
  glow(g, [sun, level - 40 * u], h * 0.7, '#fff8e0', 0.9)
  disc(g, [sun, level - 40 * u], 54 * u, '#fffaf0')
  clouds(g, s, { y: level - 6 * u, size: 30 * u, x: t * 4, seed: 41, fill: fade('#f6c7a5', 0.8) })
  g.save()
  g.beginPath()
  g.rect(0, level, w, h)
  g.clip()
  sky(g, s, ['#9cc0d0', '#7fb0c8', '#2f6d9c', '#173a68'])
  for (let n = 0; n < 260; n++) {
    const depth = hash(n) ** 1.6
    const y = level + depth * (h - level)
    const x =
      sun + (hash(n + 300) - 0.5) * (60 + 520 * depth) * u + Math.sin(t * 1.6 + n) * 10 * depth * u
    const shine = 0.25 + 0.75 * Math.max(0, Math.sin(t * 2.4 + n * 1.7))
    line(
      g,
      [
        [x - (4 + 34 * depth) * u, y],
        [x + (4 + 34 * depth) * u, y],
      ],
      fade('#fff3d2', shine * 0.75),
      (1 + 3 * depth) * u,
    )
  }
  g.restore()
  zoom(g, s, 1 + 0.06 * p, () => {
    const at: Coordinates = [
      w * 0.3 + noise(t * 0.5) * 14 * u,
      h * 0.2 + noise(t * 0.6, 4) * 12 * u,
    ]
    const feet: Coordinates = [w * 0.74, h * 0.68]
    rope(
      g,
      [at[0] + 8 * u, at[1] + 20 * u],
      [feet[0] - 36 * u, feet[1] - 98 * u],
      30 * u,
      fade(INK, 0.7),
      1.6 * u,
    )
    kite(g, at, { size: 72 * u, angle: -0.4 + noise(t) * 0.1, t, colours: KITES[0]!, tail: 6 })
    ground(
      g,
      s,
      '1.2,1.2 1.2,0.6 0.86,0.66 0.7,0.68 0.655,0.71 0.67,0.83 0.6,0.92 0.61,1.2',
      '#1a2748',
    )
    figure(g, feet, {
      height: 140 * u,
      fill: '#121b38',
      t,
      facing: -1,
      arm: 0.75,
      scarf: CORAL,
      dress: true,
    })
  })
  birds(g, [w * 0.16 + t * 12, h * 0.4], t, '#2c3e66', 5, 8 * u)
}

/** Oda hangs from a kite in the storm. */
export function storm(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  const flash = Math.max(0, 1 - Math.abs(t - 0.9) * 6, 1 - Math.abs(t - 2.3) * 5)
  sky(g, s, [
    blend('#0a0f26', '#8f95c9', flash),
    blend('#232a52', '#c5c7ea', flash),
    blend('#4c4a74', '#e4d8ea', flash),
  ])
  if (flash > 0.2) {
    const x = t < 1.6 ? 0.74 : 0.2
    const bolt = Array.from({ length: 9 }, (_, n): Coordinates => [
      w * x + (hash(n + (x > 0.5 ? 3 : 60)) - 0.5) * 110 * u,
      (n * h) / 10,
    ])
    line(g, bolt, '#fffbe8', 5 * u)
  }
  placed(
    g,
    [w / 2 + noise(t * 8) * 7 * u, h / 2 + noise(t * 9, 5) * 6 * u],
    1.05 + 0.08 * p,
    noise(t * 1.3, 2) * 0.03,
    () => {
      g.translate(-w / 2, -h / 2)
      clouds(g, s, {
        y: h * 0.8,
        size: 110 * u,
        x: t * 150,
        seed: 51,
        fill: blend('#343a68', '#a9addb', flash * 0.6),
      })
      const at: Coordinates = [
        w * (0.54 + 0.03 * Math.sin(t * 1.7)),
        h * (0.28 + 0.03 * Math.sin(t * 2.3)),
      ]
      const swing = 0.22 * Math.sin(t * 1.9)
      const hand: Coordinates = [at[0] - 60 * u + swing * 120 * u, at[1] + 190 * u]
      rope(g, [at[0] - 22 * u, at[1] + 60 * u], hand, 14 * u, '#d9c3a0', 3 * u)
      kite(g, at, {
        size: 230 * u,
        angle: 0.42 + noise(t * 1.4) * 0.14,
        t: t * 1.6,
        colours: [CORAL, '#9c3848'],
        tail: 4,
      })
      placed(g, hand, 1, swing, () =>
        figure(g, [-12 * u, 152 * u], {
          height: 150 * u,
          fill: '#070b1c',
          t: t * 1.7,
          arm: 1.25,
          scarf: AMBER,
          dress: true,
        }),
      )
      clouds(g, s, {
        y: h * 0.98,
        size: 120 * u,
        x: t * 320 + 90,
        seed: 57,
        fill: blend('#171c3c', '#686ea8', flash * 0.5),
      })
      rain(g, s, t, '#cfd6ff', 130, 0.5)
    },
  )
}

/** Two people by a lantern. */
export function lantern(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#0b1130', '#1b1f4d', '#3b2a5e'])
  stars(g, s, t, 130, CREAM)
  zoom(g, s, 1.02 + 0.1 * ease(p), () => {
    hills(g, s, {
      y: h * 0.74,
      height: 60 * u,
      width: 330 * u,
      x: 500 - t * 4,
      seed: 61,
      fill: '#191b42',
    })
    const light: Coordinates = [w * 0.5, h * 0.71]
    glow(g, light, (470 + 24 * noise(t * 5)) * u, AMBER, 0.85)
    hills(g, s, { y: h * 0.86, height: 18 * u, width: 380 * u, seed: 66, fill: '#0b0e24' })
    figure(g, [w * 0.36, h * 0.87], {
      height: 270 * u,
      fill: INK,
      t,
      arm: 0.2,
      scarf: CORAL,
      dress: true,
    })
    figure(g, [w * 0.64, h * 0.87], {
      height: 262 * u,
      fill: INK,
      t: t + 2,
      facing: -1,
      arm: 0.42 + 0.06 * Math.sin(t * 2),
      dress: true,
      bun: true,
    })
    g.fillStyle = INK
    g.fillRect(light[0] - 22 * u, light[1] + 34 * u, 44 * u, h * 0.2)
    g.fillRect(light[0] - 20 * u, light[1] - 34 * u, 40 * u, 70 * u)
    g.fillStyle = '#ffe2a0'
    g.fillRect(light[0] - 14 * u, light[1] - 26 * u, 28 * u, 54 * u)
    line(
      g,
      [
        [light[0] - 14 * u, light[1] - 34 * u],
        [light[0], light[1] - 56 * u],
        [light[0] + 14 * u, light[1] - 34 * u],
      ],
      INK,
      4 * u,
    )
  })
}

/** The grandmother and her storm. */
export function grandmother(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#0e1535', '#2b2f66', '#7a4a7d', '#d9786a'])
  zoom(g, s, 1.14 - 0.12 * ease(p), () => {
    const moon: Coordinates = [w * 0.52, h * 0.44]
    glow(g, moon, h * 0.85, CREAM, 0.55)
    disc(g, moon, 215 * u, '#ffeccb')
    for (const [x, y, r] of [
      [-70, -60, 38],
      [60, 30, 54],
      [-30, 90, 26],
    ] as const)
      disc(g, [moon[0] + x * u, moon[1] + y * u], r * u, fade('#e9c9a0', 0.5))
    clouds(g, s, { y: h * 0.72, size: 66 * u, x: t * 90, seed: 71, fill: fade('#51407a', 0.9) })
    clouds(g, s, { y: h * 0.82, size: 90 * u, x: t * 140, seed: 74, fill: '#2c2857' })
    const at: Coordinates = [w * 0.76 + noise(t) * 16 * u, h * 0.2 + noise(t * 1.2, 3) * 12 * u]
    const feet: Coordinates = [w * 0.5, h * 0.8]
    rope(
      g,
      [at[0] - 20 * u, at[1] + 40 * u],
      [feet[0] + 44 * u, feet[1] - 126 * u],
      -30 * u,
      INK,
      3 * u,
    )
    kite(g, at, {
      size: 150 * u,
      angle: 0.5 + noise(t * 1.3) * 0.12,
      t: t * 1.4,
      colours: KITES[4]!,
      tail: 6,
    })
    ground(g, s, '-0.2,1.3 -0.2,1.02 0.3,0.86 0.47,0.795 0.54,0.8 0.72,0.9 1.2,1.05 1.2,1.3', INK)
    figure(g, feet, {
      height: 190 * u,
      fill: INK,
      t: t * 1.4,
      arm: 0.85,
      dress: true,
      bun: true,
      scarf: '#c96b8f',
    })
  })
}

/** The sky for a card. */
export function card(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#0a1029', NIGHT, '#3a2f66', '#7a4a7d'])
  stars(g, s, t, 120, CREAM)
  kite(g, [w * mix(0.14, 0.26, p), h * mix(0.34, 0.22, p)], {
    size: 60 * u,
    angle: 0.5,
    t,
    colours: KITES[0]!,
    tail: 6,
  })
  kite(g, [w * mix(0.84, 0.9, p), h * mix(0.3, 0.22, p)], {
    size: 30 * u,
    angle: 0.4,
    t: t + 1,
    colours: KITES[3]!,
    tail: 4,
  })
  clouds(g, s, { y: h * 0.9, size: 80 * u, x: t * 20, seed: 81, fill: '#2a2450' })
}

export function title(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, [NIGHT, INDIGO, PLUM, CORAL, AMBER])
  glow(g, [w / 2, h * 0.86], h * 0.9, CREAM, 0.5)
  KITES.forEach((colours, n) =>
    kite(
      g,
      [
        w * (0.1 + n * 0.135) + noise(t * 0.4, n) * 8,
        h * (0.2 - 0.07 * Math.sin(n * 1.05 + t * 0.3)) - p * 14,
      ],
      {
        size: (34 + 12 * hash(n + 3)) * u,
        angle: noise(t * 0.7, n) * 0.2,
        t: t + n,
        colours,
        tail: 4,
      },
    ),
  )
  hills(g, s, {
    y: h * 0.9,
    height: 50 * u,
    width: 260 * u,
    x: t * 8,
    seed: 91,
    fill: blend(PLUM, INK, 0.3),
  })
  houses(g, {
    from: -20,
    to: w + 20,
    y: (x) => h * 0.97 + noise(x / (200 * u), 5) * 16 * u,
    size: 44 * u,
    seed: 17,
    fill: INK,
    light: '#ffcf7a',
  })
  const size = Math.min(w * 0.085, 104 * u)
  type(g, 'SEVEN KITES', {
    x: w / 2,
    y: h * 0.45,
    size,
    colour: CREAM,
    p,
    weight: 700,
    spacing: 0.1,
  })
  type(g, 'OVER VELMARRA', {
    x: w / 2,
    y: h * 0.45 + size * 0.95,
    size: size * 0.5,
    colour: CREAM,
    p,
    weight: 400,
    spacing: 0.34,
  })
}
