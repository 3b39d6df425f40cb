// Scenes of "Umbrella Parliament".
import {
  blend,
  clouds,
  disc,
  ease,
  fade,
  glow,
  ground,
  hash,
  line,
  noise,
  placed,
  polygon,
  shape,
  sky,
  type,
  zoom,
  type Canvas,
  type Coordinates,
  type Scene,
} from './brush.ts'
import { figure, rain } from './props.ts'

const SLATE = '#3c4d61'
const MIST = '#aebfca'
const RED = '#fe5f55'
const YELLOW = '#ffd23f'
const CANOPIES = ['#4e6276', '#5b7288', '#2f3e4f', '#6d8398', RED, '#42566a', YELLOW, '#597087']

/** Umbrellas from above. */
export function above(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#55697c', SLATE, '#2f3d4d'])
  placed(g, [w / 2, h / 2], 1.16 - 0.12 * ease(p), 0.12 + 0.05 * p, () => {
    g.translate(-w / 2, -h / 2)
    for (let n = -6; n < 22; n++) {
      line(
        g,
        [
          [n * 90 * u, -h * 0.4],
          [n * 90 * u, h * 1.4],
        ],
        fade('#243140', 0.35),
        3 * u,
      )
      line(
        g,
        [
          [-w * 0.3, n * 90 * u],
          [w * 1.3, n * 90 * u],
        ],
        fade('#243140', 0.35),
        3 * u,
      )
    }
    for (let n = 0; n < 26; n++) {
      const speed = (20 + 34 * hash(n + 7)) * (n % 2 ? 1 : -1) * u
      const x = ((((hash(n) * w * 1.5 + t * speed) % (w * 1.5)) + w * 1.5) % (w * 1.5)) - w * 0.25
      const at: Coordinates = [
        x,
        ((n % 6) + 0.5) * h * 0.19 + noise(t * 0.5, n) * 14 * u - h * 0.06,
      ]
      const radius = (58 + 26 * hash(n + 3)) * u
      disc(g, [at[0] + 22 * u, at[1] + 30 * u], radius, fade('#18222d', 0.4))
      const colour = CANOPIES[n % CANOPIES.length]!
      for (let part = 0; part < 8; part++) {
        const angle = part * 0.7854 + t * 0.12 * (n % 2 ? 1 : -1) + n
        const rim = (turn: number): Coordinates => [
          at[0] + Math.cos(angle + turn) * radius,
          at[1] + Math.sin(angle + turn) * radius,
        ]
        polygon(
          g,
          [at, rim(0), rim(0.3), rim(0.4), rim(0.7854)],
          blend(colour, part % 2 ? '#ffffff' : '#101820', 0.1),
        )
      }
      disc(g, at, 4 * u, '#18222d')
    }
  })
  for (let n = 0; n < 60; n++) {
    const age = (t * 1.5 + hash(n)) % 1
    g.beginPath()
    g.ellipse(
      hash(n + 5 + Math.floor(t * 1.5 + hash(n)) * 7) * w,
      hash(n + 60) * h,
      22 * age * u,
      16 * age * u,
      0,
      0,
      7,
    )
    Object.assign(g, { strokeStyle: fade('#dfe9ef', 0.45 * (1 - age)), lineWidth: 1.6 * u })
    g.stroke()
  }
}

function canopy(g: Canvas, at: Coordinates, size: number, colour: string, t: number, open = 1) {
  placed(g, at, size / 100, noise(t, size) * 0.05, () => {
    line(
      g,
      [
        [0, -60],
        [0, 70],
      ],
      '#1d2833',
      5,
    )
    g.beginPath()
    g.arc(0, 0, 92 * open, Math.PI, 0)
    for (let n = 0; n < 4; n++)
      g.quadraticCurveTo((69 - n * 46) * open, -20, (46 - n * 46) * open, 0)
    g.fillStyle = colour
    g.fill()
    for (const x of [-46, 0, 46]) {
      g.beginPath()
      g.moveTo(0, -92 * open)
      g.quadraticCurveTo(x * open, -60, x * open, -4)
      Object.assign(g, { strokeStyle: fade('#101820', 0.25), lineWidth: 3 })
      g.stroke()
    }
    line(
      g,
      [
        [0, -92 * open],
        [0, -104 * open],
      ],
      '#1d2833',
      5,
    )
  })
}

function parliament(g: Canvas, s: Scene, fill: string) {
  const { w, h, u } = s
  const level = h * 0.72
  const part = (points: string) => placed(g, [w / 2, level], u, 0, () => shape(g, points, fill))
  part('-430,40 -430,-110 430,-110 430,40')
  part('-220,-110 0,-190 220,-110')
  part('-90,-150 -90,-226 90,-226 90,-150')
  g.beginPath()
  g.arc(w / 2, level - 226 * u, 82 * u, Math.PI, 0)
  g.fillStyle = fill
  g.fill()
  part('-3,-300 -3,-362 3,-362 3,-300')
  part('3,-362 52,-348 3,-332')
  for (let n = -7; n <= 7; n++) {
    g.fillStyle = fade('#e6eef2', 0.35)
    g.fillRect(w / 2 + (n * 56 - 12) * u, level - 88 * u, 24 * u, 110 * u)
  }
}

/** The members arrive. */
export function parade(g: Canvas, s: Scene) {
  const { h, t, p, u } = s
  sky(g, s, ['#7f94a6', MIST, '#dfe7e6', '#f1e2d2'])
  zoom(g, s, 1 + 0.07 * p, () => {
    clouds(
      g,
      { ...s, h: 0 },
      { y: h * 0.08, size: 90 * u, x: t * 10, seed: 161, fill: fade('#8598a8', 0.5) },
    )
    parliament(g, s, '#8599a9')
    for (let row = 0; row < 3; row++)
      for (let n = -1; n < 9 - row; n++) {
        const size = (66 + row * 34) * u
        const x = n * (190 + row * 40) * u + ((t * (24 + row * 22)) % 190) * u - 60 * u
        const y = h * (0.76 + row * 0.1) + Math.abs(Math.sin(t * 4 + n * 1.3 + row)) * -7 * u
        const key = (n + 20 + row * 3) % CANOPIES.length
        figure(g, [x, y + size * 1.5], {
          height: size * 2,
          fill: blend('#52677a', '#18222d', row / 2),
          t: t + n,
        })
        canopy(
          g,
          [x + 10 * u, y - size * 0.5],
          size,
          blend(CANOPIES[key]!, MIST, 0.35 - row * 0.17),
          t + n,
        )
      }
  })
  rain(g, s, t, '#f2f8fb', 130)
}

/** One red umbrella. */
export function red(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, ['#5d7285', '#8fa3b2', '#c6d2d6'])
  zoom(g, s, 1 + 0.14 * ease(p), () => {
    for (let n = 0; n < 12; n++)
      canopy(
        g,
        [w * ((n * 0.093 + t * 0.012) % 1.1) - 20, h * (0.5 + 0.06 * (n % 3))],
        96 * u,
        blend('#6d8398', '#a4b5c1', (n % 3) / 3),
        t + n,
      )
    ground(g, s, '-1,2 -1,0.84 2,0.84 2,2', '#3a4a5b')
    glow(g, [w * 0.5, h * 0.92], 320 * u, RED, 0.35)
    figure(g, [w * 0.48, h * 0.92], { height: 260 * u, fill: '#18222d', t, arm: 0.9, dress: true })
    canopy(g, [w * 0.535, h * 0.5], 200 * u, RED, t)
  })
  rain(g, s, t, '#eef5f8', 150)
}

export function title(g: Canvas, s: Scene) {
  const { w, h, t, p, u } = s
  sky(g, s, [SLATE, '#6d8398', MIST, '#f1e2d2'])
  rain(g, s, t, '#f2f8fb', 90)
  canopy(g, [w / 2, h * 1.12], 440 * u, RED, 0, 0.3 + 0.7 * ease(p * 5))
  type(g, 'UMBRELLA', {
    x: w / 2,
    y: h * 0.2,
    size: 96 * u,
    colour: '#ffffff',
    p,
    weight: 800,
    spacing: 0.14,
  })
  type(g, 'PARLIAMENT', {
    x: w / 2,
    y: h * 0.33,
    size: 60 * u,
    colour: '#22303d',
    p,
    weight: 500,
    spacing: 0.34,
  })
}
