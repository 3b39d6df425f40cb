// What the scenes are drawn with: noise, skies, hills, clouds, people, kites and type.
export type Canvas = CanvasRenderingContext2D
export type Size = { w: number; h: number }
/** A moment of a shot: `t` seconds after its start, `p` of the way through it. `u` scales lengths. */
export type Scene = Size & { t: number; p: number; u: number }
export type Coordinates = [x: number, y: number]

/** A fixed number between 0 and 1 for every whole number. */
export function hash(n: number): number {
  let x = Math.imul(Math.floor(n) ^ 0x9e3779b9, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}
/** Smooth noise between -1 and 1. */
export function noise(x: number, seed = 0): number {
  const whole = Math.floor(x)
  const part = ease(x - whole)
  const [from, to] = [hash(whole + seed * 977), hash(whole + 1 + seed * 977)]
  return (from + (to - from) * part) * 2 - 1
}
export const clamp = (x: number, low = 0, high = 1) => Math.min(high, Math.max(low, x))
export const ease = (x: number) => clamp(x) ** 2 * (3 - 2 * clamp(x))
export const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** The colour `#rrggbb` with this opacity. */
export const fade = (colour: string, opacity: number) =>
  colour +
  Math.round(clamp(opacity) * 255)
    .toString(16)
    .padStart(2, '0')

export function blend(from: string, to: string, share: number): string {
  const channel = (colour: string, n: number) => parseInt(colour.slice(1 + n * 2, 3 + n * 2), 16)
  return `#${[0, 1, 2]
    .map((n) => Math.round(mix(channel(from, n), channel(to, n), clamp(share))))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

/** Draws with another origin, scale and angle. */
export function placed(
  g: Canvas,
  [x, y]: Coordinates,
  scale: number,
  angle: number,
  draw: () => void,
) {
  g.save()
  g.translate(x, y)
  g.rotate(angle)
  g.scale(scale, scale)
  draw()
  g.restore()
}

export function polygon(g: Canvas, points: readonly Coordinates[], fill: string) {
  g.beginPath()
  for (const [x, y] of points) g.lineTo(x, y)
  g.closePath()
  g.fillStyle = fill
  g.fill()
}

const pointsOf = (text: string) =>
  text.split(' ').map((pair) => pair.split(',').map(Number) as [number, number])

/** A polygon whose points are `x,y`. */
export const shape = (g: Canvas, points: string, fill: string) => polygon(g, pointsOf(points), fill)

/** A polygon whose points are fractions of the frame. */
export const ground = (g: Canvas, { w, h }: Size, points: string, fill: string) =>
  polygon(
    g,
    pointsOf(points).map(([x, y]) => [x * w, y * h]),
    fill,
  )

export function line(g: Canvas, points: readonly Coordinates[], colour: string, width: number) {
  g.beginPath()
  for (const [x, y] of points) g.lineTo(x, y)
  Object.assign(g, { strokeStyle: colour, lineWidth: width, lineCap: 'round', lineJoin: 'round' })
  g.stroke()
}

export function disc(g: Canvas, [x, y]: Coordinates, radius: number, fill: string) {
  g.beginPath()
  g.arc(x, y, Math.max(0, radius), 0, 7)
  g.fillStyle = fill
  g.fill()
}

export function sky(g: Canvas, { w, h }: Size, colours: readonly string[]) {
  const gradient = g.createLinearGradient(0, 0, 0, h)
  colours.forEach((colour, n) => gradient.addColorStop(n / (colours.length - 1), colour))
  g.fillStyle = gradient
  g.fillRect(-w, -h, w * 3, h * 3)
}

export function glow(
  g: Canvas,
  [x, y]: Coordinates,
  radius: number,
  colour: string,
  opacity: number,
) {
  const gradient = g.createRadialGradient(x, y, 0, x, y, radius)
  for (const stop of [0, 0.25, 0.5, 0.75, 1])
    gradient.addColorStop(stop, fade(colour, opacity * (1 - stop) ** 2))
  g.fillStyle = gradient
  g.fillRect(x - radius, y - radius, radius * 2, radius * 2)
}

/** Hills up to `y`. `x` moves them to the left. */
export function hills(
  g: Canvas,
  { w, h }: Size,
  {
    y,
    height,
    width,
    x = 0,
    seed,
    fill,
  }: {
    y: number
    height: number
    width: number
    x?: number
    seed: number
    fill: string
  },
) {
  const points: Coordinates[] = [
    [w * 1.3, h * 1.4],
    [-w * 0.3, h * 1.4],
  ]
  for (let at = -w * 0.3; at <= w * 1.3; at += 6) {
    const place = (at + x) / width
    points.push([
      at,
      y -
        height *
          (noise(place, seed) * 0.7 +
            noise(place * 2.7, seed + 1) * 0.22 +
            noise(place * 7, seed + 2) * 0.05),
    ])
  }
  polygon(g, points, fill)
}

/** A bank of clouds with a round top, filled down to the bottom. */
export function clouds(
  g: Canvas,
  { w, h }: Size,
  {
    y,
    size,
    x = 0,
    seed,
    fill,
  }: { y: number; size: number; x?: number; seed: number; fill: string },
) {
  g.fillStyle = fill
  g.beginPath()
  const step = size * 0.62
  const first = Math.floor((x - w * 0.4) / step)
  for (let n = first; n * step - x < w * 1.4; n++) {
    const radius = size * (0.45 + 0.55 * hash(n + seed * 131))
    const [cx, cy] = [n * step - x, y + size * 0.35 * noise(n * 0.4, seed)]
    g.moveTo(cx + radius, cy)
    g.arc(cx, cy, radius, 0, 7)
  }
  g.rect(-w * 0.4, y + size * 0.1, w * 1.8, h * 1.5)
  g.fill('nonzero')
}

/** Moves the camera closer to the middle. */
export function zoom(g: Canvas, { w, h }: Size, scale: number, draw: () => void) {
  placed(g, [w / 2, h / 2], scale, 0, () => {
    g.translate(-w / 2, -h / 2)
    draw()
  })
}

/** Text whose letters open up while it appears. `p` runs from 0 to 1 over the time it is shown. */
export function type(
  g: Canvas,
  text: string,
  {
    x,
    y,
    size,
    colour,
    p,
    weight = 700,
    spacing = 0.04,
  }: {
    x: number
    y: number
    size: number
    colour: string
    p: number
    weight?: number
    spacing?: number
  },
) {
  g.font = `${weight} ${size}px Film`
  g.textAlign = 'center'
  g.textBaseline = 'middle'
  g.letterSpacing = `${size * (spacing + 0.03 * p)}px`
  g.fillStyle = fade(colour, ease(p * 6) * ease((1.02 - p) * 14))
  g.fillText(text, x + (size * spacing) / 2, y)
}

/** Darker corners. */
export function vignette(g: Canvas, { w, h }: Size) {
  const gradient = g.createRadialGradient(
    w / 2,
    h / 2,
    Math.min(w, h) * 0.45,
    w / 2,
    h / 2,
    Math.hypot(w, h) * 0.6,
  )
  gradient.addColorStop(0, '#00000000')
  gradient.addColorStop(1, '#00000066')
  g.fillStyle = gradient
  g.fillRect(0, 0, w, h)
}
