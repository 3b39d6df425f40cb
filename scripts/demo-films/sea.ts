// The palette and the waves of "The Salt Almanac".
import { hills, type Canvas, type Scene } from './brush.ts'

export const DEEP = '#04191f'
export const TEAL = '#0d3b45'
export const SEA = '#1f6f74'
export const FOAM = '#d6efe4'
export const SAND = '#e6c88f'
export const LAMP = '#ffc45c'

export function waves(g: Canvas, s: Scene, top: number, colours: readonly string[]) {
  const { h, t, u } = s
  colours.forEach((fill, n) =>
    hills(g, s, {
      y: top + ((h - top) * n) / colours.length + Math.sin(t * 1.3 + n * 1.9) * 6 * u,
      height: (7 + 8 * n) * u,
      width: (70 + 60 * n) * u,
      x: t * (18 + 26 * n) * (n % 2 ? -1 : 1) + n * 500,
      seed: 100 + n,
      fill,
    }),
  )
}
