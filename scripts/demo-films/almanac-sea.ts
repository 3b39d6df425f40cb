// Scenes of "The Salt Almanac": the ferry, the flame, the salt and the title.
import {
  disc,
  fade,
  glow,
  hash,
  hills,
  line,
  mix,
  noise,
  placed,
  polygon,
  shape,
  sky,
  type,
  type Canvas,
  type Coordinates,
  type Scene,
} from './brush.ts'
import { birds, figure, stars } from './props.ts'
import { DEEP, FOAM, LAMP, SAND, SEA, TEAL, waves } from './sea.ts'

/** A ferry in fog, behind its bell. */
export function ferry(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#7fa8a4', '#b4cfc4', '#e9ecd6', '#cfe0d2'])
  glow(g, [w * 0.62, h * 0.34], 420 * u, '#fffbe6', 0.8)
  hills(g, s, {
    y: h * 0.58,
    height: 60 * u,
    width: 300 * u,
    x: t * 4,
    seed: 121,
    fill: fade('#7fa39d', 0.6),
  })
  placed(
    g,
    [w * mix(0.7, 0.58, p), h * 0.66 + Math.sin(t * 1.4) * 5 * u],
    u * 1.25,
    Math.sin(t * 1.2) * 0.015,
    () => {
      const fill = '#1c4247'
      for (let n = 0; n < 9; n++)
        disc(
          g,
          [52 + n * 26 + t * 6, -150 - n * 15 + noise(n + t, 3) * 8],
          14 + n * 5,
          fade('#46686a', 0.4 - n * 0.035),
        )
      shape(g, '-210,-20 220,-20 180,46 -180,46', fill)
      shape(g, '-140,-20 -140,-66 120,-66 140,-20', '#275258')
      shape(g, '-90,-66 -90,-100 40,-100 60,-66', fill)
      shape(g, '24,-66 30,-146 64,-146 68,-66', '#8c3b3a')
      for (let n = 0; n < 8; n++) disc(g, [-118 + n * 32, -42], 7, LAMP)
      line(
        g,
        [
          [-160, -20],
          [-160, -130],
        ],
        fill,
        4,
      )
    },
  )
  waves(g, s, h * 0.74, ['#86b0a9', '#5b908d', '#336f70', TEAL])
  placed(g, [w * 0.17, -20 * u], u * 1.5, 0.28 * Math.sin(t * 3.1), () => {
    line(
      g,
      [
        [0, -20],
        [0, 60],
      ],
      DEEP,
      14,
    )
    g.beginPath()
    g.moveTo(-26, 60)
    g.bezierCurveTo(-54, 90, -42, 160, -84, 200)
    g.lineTo(84, 200)
    g.bezierCurveTo(42, 160, 54, 90, 26, 60)
    g.fillStyle = '#0a2a30'
    g.fill()
    shape(g, '-88,200 88,200 82,214 -82,214', '#143e44')
    disc(g, [16 * Math.sin(t * 3.1 - 0.8) * 3, 224], 15, DEEP)
  })
}

/** A page that should burn. */
export function flame(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#090c0d', '#161210', '#2a160c'])
  const base: Coordinates = [w * 0.5, h * 0.72]
  glow(g, [base[0], base[1] - 120 * u], (520 + 40 * noise(t * 7)) * u, '#ff8a3c', 0.75)
  const tongue = (size: number, colour: string, seed: number) => {
    const sway = noise(t * 5, seed) * 26 * u
    g.beginPath()
    g.moveTo(base[0] - 76 * size * u, base[1])
    g.bezierCurveTo(
      base[0] - 130 * size * u,
      base[1] - 150 * size * u,
      base[0] - 20 * u + sway,
      base[1] - 190 * size * u,
      base[0] + sway * 1.8,
      base[1] - (380 + 40 * noise(t * 8, seed)) * size * u,
    )
    g.bezierCurveTo(
      base[0] + 30 * u + sway,
      base[1] - 200 * size * u,
      base[0] + 130 * size * u,
      base[1] - 130 * size * u,
      base[0] + 76 * size * u,
      base[1],
    )
    g.fillStyle = colour
    g.fill()
  }
  tongue(1.12, fade('#d9481f', 0.85), 1)
  tongue(0.86, '#ff8a2e', 2)
  tongue(0.58, '#ffc85a', 3)
  tongue(0.32, '#fff4cf', 4)
  polygon(
    g,
    [
      [w * 0.16, h * 1.1],
      [w * 0.3, h * 0.76],
      [w * 0.43, h * (0.73 + 0.01 * noise(t * 3))],
      [w * 0.5, h * (0.71 + 0.03 * p)],
      [w * 0.58, h * 0.74],
      [w * 0.72, h * 0.78],
      [w * 0.86, h * 1.1],
    ],
    '#e8d6a8',
  )
  polygon(
    g,
    [
      [w * 0.36, h * 0.745],
      [w * 0.43, h * 0.73],
      [w * 0.5, h * (0.71 + 0.03 * p)],
      [w * 0.58, h * 0.74],
      [w * 0.64, h * 0.76],
      [w * 0.54, h * (0.79 + 0.03 * p)],
      [w * 0.44, h * 0.78],
    ],
    '#1c120c',
  )
  for (let row = 0; row < 4; row++)
    line(
      g,
      [
        [w * (0.3 - row * 0.02), h * (0.85 + row * 0.05)],
        [w * (0.68 + row * 0.02), h * (0.86 + row * 0.05)],
      ],
      fade('#6b532a', 0.5),
      4 * u,
    )
  for (let n = 0; n < 50; n++) {
    const age = (t * (0.3 + 0.3 * hash(n + 1)) + hash(n)) % 1
    disc(
      g,
      [
        base[0] + (hash(n + 4) - 0.5) * 520 * u * (0.2 + age) + noise(t + n) * 16,
        base[1] - age * h * 0.75,
      ],
      (3.4 - 2.6 * age) * u,
      fade(n % 3 ? '#ffb04d' : '#ffffff', 1 - age),
    )
  }
}

/** Somebody walks over the salt, and so does the reflection. */
export function salt(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  const level = h * 0.6
  const half = () => {
    sky(g, { ...s, h: level }, ['#3f7f86', '#8fbdb0', '#f1d9a8', '#fbe9c8'])
    glow(g, [w * 0.66, level * 0.78], 420 * u, '#fffbe8', 0.9)
    disc(g, [w * 0.66, level * 0.78], 40 * u, '#fffdf2')
    hills(
      g,
      { w, h: level * 0.72 },
      { y: level * 0.96, height: 34 * u, width: 280 * u, x: t * 3, seed: 131, fill: '#5c8d8c' },
    )
  }
  half()
  g.save()
  g.beginPath()
  g.rect(0, level, w, h)
  g.clip()
  g.translate(0, level * 2)
  g.scale(1, -1)
  half()
  g.restore()
  g.fillStyle = fade('#fff6e0', 0.22)
  g.fillRect(0, level, w, h)
  for (let row = 1; row < 9; row++) {
    const y = level + (h - level) * (row / 8) ** 1.8
    const points = Array.from({ length: 30 }, (_, n): Coordinates => [
      (n / 29) * w * 1.2 - w * 0.1,
      y + noise(n * 0.9 + row * 3, row) * 5 * row ** 0.8 * u,
    ])
    line(g, points, fade('#ffffff', 0.5), (0.6 + row * 0.45) * u)
    for (let n = 0; n < 14; n++) {
      const x = w / 2 + (n - 6.5 + (row % 2) * 0.5 + hash(n + row * 20) * 0.4) * (40 + row * 34) * u
      line(
        g,
        [
          [x, y],
          [x + (x - w / 2) * 0.12, y + (h - level) * 0.035 * row],
        ],
        fade('#ffffff', 0.4),
        (0.5 + row * 0.4) * u,
      )
    }
  }
  const x = w * mix(0.3, 0.4, p)
  const walk = { height: 190 * u, t: t * 1.3, scarf: '#b5493f', dress: true }
  const feet = level + 60 * u
  g.save()
  g.globalAlpha = 0.35
  g.translate(0, feet * 2)
  g.scale(1, -1)
  figure(g, [x, feet], { ...walk, fill: '#123238' })
  g.restore()
  figure(g, [x, feet - Math.abs(Math.sin(t * 4)) * 3 * u], { ...walk, fill: '#0a2228' })
}

export function title(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, [DEEP, TEAL, SEA, '#84b9a6'])
  stars(g, s, t, 120, FOAM)
  glow(g, [w / 2, h * 0.5], 520 * u, SAND, 0.35)
  waves(g, s, h * 0.76, ['#3c8b88', SEA, '#124a52', DEEP])
  birds(g, [w * 0.74 - t * 14, h * 0.2], t, FOAM, 4, 7 * u)
  type(g, 'THE SALT', {
    x: w / 2,
    y: h * 0.34,
    size: 60 * u,
    colour: SAND,
    p,
    weight: 400,
    spacing: 0.5,
  })
  type(g, 'ALMANAC', {
    x: w / 2,
    y: h * 0.47,
    size: 112 * u,
    colour: FOAM,
    p,
    weight: 750,
    spacing: 0.2,
  })
}
