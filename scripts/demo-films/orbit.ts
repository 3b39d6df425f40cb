// Scenes of "Grandmother Orbit".
import {
  disc,
  ease,
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
import { figure, houses, rope, stars } from './props.ts'

/** Grandmother's house, which is also her ship. */
function capsule(g: Canvas, at: Coordinates, scale: number, angle: number, t: number, thrust = 0) {
  placed(g, at, scale, angle, () => {
    if (thrust)
      for (const [size, colour] of [
        [1, '#ff8a4c'],
        [0.6, '#fff0b8'],
      ] as const)
        polygon(
          g,
          [
            [-26 * size, 58],
            [26 * size, 58],
            [noise(t * 14) * 8, 58 + (110 + 30 * noise(t * 17)) * size * thrust],
          ],
          colour,
        )
    shape(g, '-46,44 -74,74 -46,66', '#a2385c')
    shape(g, '46,44 74,74 46,66', '#a2385c')
    shape(g, '22,-40 22,-86 40,-86 40,-26', '#7b2c4e')
    shape(g, '-50,-20 50,-20 50,60 -50,60', '#fbe3c0')
    shape(g, '0,-20 50,-20 50,60 0,60', fade('#c98a6a', 0.35))
    shape(g, '-66,-16 0,-92 66,-16', '#d9486a')
    shape(g, '0,-92 66,-16 0,-16', fade('#5c1740', 0.3))
    disc(g, [-18, 20], 19, '#5b2f7d')
    disc(g, [-18, 20], 14, '#ffd56b')
    line(
      g,
      [
        [-18, 6],
        [-18, 34],
      ],
      '#5b2f7d',
      3,
    )
    line(
      g,
      [
        [-32, 20],
        [-4, 20],
      ],
      '#5b2f7d',
      3,
    )
    shape(g, '16,60 16,14 38,14 38,60', '#7b2c4e')
  })
}

function earth(g: Canvas, { w, h, t, u }: Scene, top: number) {
  const radius = 1100 * u
  const middle: Coordinates = [w / 2, top + radius]
  glow(g, middle, radius * 1.24, '#6fb7ff', 0.9)
  disc(g, middle, radius + 10 * u, '#a8dcff')
  disc(g, middle, radius, '#2f6fc4')
  g.save()
  g.beginPath()
  g.arc(...middle, radius, 0, 7)
  g.clip()
  hills(
    g,
    { w, h },
    { y: top + 150 * u, height: 60 * u, width: 180 * u, x: t * 14, seed: 141, fill: '#3f9d7a' },
  )
  hills(
    g,
    { w, h },
    {
      y: top + 250 * u,
      height: 40 * u,
      width: 240 * u,
      x: t * 18 + 90,
      seed: 144,
      fill: '#2a62b4',
    },
  )
  for (let n = 0; n < 12; n++) {
    const x = ((hash(n) * w * 1.5 + w * 2 - t * 22) % (w * 1.5)) - w * 0.2
    g.fillStyle = fade('#ffffff', 0.55)
    g.beginPath()
    g.ellipse(
      x,
      top + (60 + 210 * hash(n + 9)) * u,
      (50 + 80 * hash(n + 4)) * u,
      (7 + 8 * hash(n + 2)) * u,
      0,
      0,
      7,
    )
    g.fill()
  }
  g.restore()
}

/** The start, seen from the village. */
export function launch(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#170b34', '#3b1d6e', '#8a4fb8', '#ffb27a'])
  stars(g, s, t, 160, '#fff4e0')
  const y = mix(h * 0.62, -h * 0.2, ease(p) * p)
  for (let n = 0; n < 34; n++) {
    const at = y + 70 * u + n * 24 * u
    if (at < h * 0.92)
      disc(
        g,
        [w * 0.6 + noise(n * 0.8 + t, 3) * (6 + n * 1.2) * u, at],
        (14 + n * 2.1) * u,
        fade(n < 4 ? '#ffd9a0' : '#f3d3e6', 0.75 - n * 0.013),
      )
  }
  glow(g, [w * 0.6, y + 70 * u], 260 * u, '#ffb45e', 0.8)
  capsule(g, [w * 0.6, y], u, noise(t * 3) * 0.04, t, 1)
  hills(g, s, { y: h * 0.84, height: 60 * u, width: 300 * u, x: 250, seed: 151, fill: '#2a1452' })
  houses(g, {
    from: w * 0.02,
    to: w * 0.5,
    y: (x) => h * (0.93 - 0.05 * Math.sin(x / 300)),
    size: 46 * u,
    seed: 23,
    fill: '#170b34',
    light: '#ffd56b',
  })
  hills(g, s, { y: h * 0.96, height: 24 * u, width: 260 * u, seed: 155, fill: '#12082a' })
  figure(g, [w * 0.78, h * 0.95], {
    height: 110 * u,
    fill: '#12082a',
    t,
    facing: -1,
    arm: 1.05 + 0.15 * Math.sin(t * 7),
    scarf: '#d9486a',
  })
}

export function orbiting(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#0c0620', '#170b34', '#2c1560'])
  stars(g, { ...s, w: w * 1.1 }, t, 260, '#fff4e0')
  disc(g, [w * 0.84, h * 0.2], 46 * u, '#ffe9c8')
  disc(g, [w * 0.855, h * 0.185], 44 * u, '#1a0d3a')
  earth(g, s, h * 0.68)
  const at: Coordinates = [w * mix(0.24, 0.6, p), h * (0.44 - 0.1 * Math.sin(p * 3))]
  const pole: Coordinates = [at[0] - 210 * u, at[1] + 40 * u + noise(t) * 14 * u]
  rope(g, [at[0] - 50 * u, at[1] - 10 * u], pole, 20 * u, '#fbe3c0', 2.4 * u)
  for (let n = 1; n < 5; n++) {
    const x = mix(at[0] - 50 * u, pole[0], n / 5)
    const y = mix(at[1] - 10 * u, pole[1], n / 5) + 8 * u
    const sway = noise(t * 1.4, n) * 8 * u
    polygon(
      g,
      [
        [x - 13 * u, y],
        [x + 13 * u, y],
        [x + 15 * u + sway, y + 34 * u],
        [x - 11 * u + sway, y + 34 * u],
      ],
      ['#ff8a5b', '#8fd3c8', '#ffd56b', '#c59af0'][n - 1]!,
    )
  }
  capsule(g, at, 1.25 * u, 0.22 + 0.08 * Math.sin(t), t)
}

export function teapot(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#3a1b4d', '#5c2a5e', '#7d3c5f'])
  for (let n = 0; n < 14; n++)
    for (let row = 0; row < 8; row++)
      disc(g, [((n + (row % 2) / 2) * w) / 13, (row * h) / 7], 5 * u, fade('#ffb27a', 0.2))
  const hole: Coordinates = [w * 0.74, h * 0.38]
  disc(g, hole, 186 * u, '#2a1238')
  g.save()
  g.beginPath()
  g.arc(...hole, 160 * u, 0, 7)
  g.clip()
  sky(g, s, ['#0c0620', '#170b34'])
  stars(g, s, t, 200, '#fff4e0')
  disc(g, [hole[0] - 40 * u, hole[1] + 330 * u], 290 * u, '#8fd0ff')
  disc(g, [hole[0] - 40 * u, hole[1] + 336 * u], 284 * u, '#2f6fc4')
  g.restore()
  for (let n = 0; n < 8; n++)
    disc(
      g,
      [hole[0] + Math.cos(n * 0.785) * 173 * u, hole[1] + Math.sin(n * 0.785) * 173 * u],
      6 * u,
      '#7d5a86',
    )
  placed(
    g,
    [w * 0.36 + noise(t * 0.5) * 16 * u, h * (0.5 - 0.05 * Math.sin(t * 1.1))],
    u * 1.5,
    mix(-0.35, 0.2, ease(p)),
    () => {
      Object.assign(g, { strokeStyle: '#e9b949', lineWidth: 15 })
      g.beginPath()
      g.arc(-112, 0, 46, 1.2, 5.1)
      g.stroke()
      shape(g, '82,34 160,-52 182,-46 176,-30 110,62', '#f2c75a')
      g.beginPath()
      g.ellipse(0, 8, 116, 92, 0, 0, 7)
      g.fillStyle = '#f2c75a'
      g.fill()
      g.beginPath()
      g.ellipse(-20, 24, 92, 70, 0, 0.2, 2.9)
      g.fillStyle = fade('#b8742c', 0.4)
      g.fill()
      for (let n = 0; n < 5; n++) disc(g, [-62 + n * 31, 14 + (n % 2) * 12], 11, '#d9486a')
      g.beginPath()
      g.ellipse(0, -78, 62, 16, 0, 0, 7)
      g.fillStyle = '#e9b949'
      g.fill()
      disc(g, [0, -100], 15, '#d9486a')
    },
  )
  for (let n = 0; n < 9; n++) {
    const age = p * 0.8 + n * 0.05
    const at: Coordinates = [
      w * (0.49 + 0.035 * n + 0.05 * p) + noise(t * 0.7, n) * 24 * u,
      h * (0.42 + 0.05 * n * age) + noise(t * 0.8, n + 30) * 34 * u,
    ]
    const size = (9 + 17 * hash(n)) * u
    disc(g, at, size, '#b3562b')
    disc(g, [at[0] - size * 0.3, at[1] - size * 0.35], size * 0.3, '#ffd9a8')
  }
}

export function title(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#0c0620', '#1c0d3f', '#43217a'])
  stars(g, s, t, 220, '#fff4e0')
  glow(g, [w / 2, h * 0.84], 560 * u, '#ffb27a', 0.8)
  earth(g, s, h * 0.84)
  capsule(g, [w * mix(0.1, 0.9, p), h * (0.2 - 0.06 * Math.sin(p * 3.1))], 0.5 * u, 0.5, t)
  type(g, 'GRANDMOTHER', {
    x: w / 2,
    y: h * 0.38,
    size: 84 * u,
    colour: '#ffe9c8',
    p,
    weight: 800,
    spacing: 0.08,
  })
  type(g, 'ORBIT', {
    x: w / 2,
    y: h * 0.52,
    size: 84 * u,
    colour: '#ff9a6b',
    p,
    weight: 800,
    spacing: 0.6,
  })
}
