// The regions of a written document: one for each place that a cue uses.
import type { Cue } from '../../cue.ts'

const COMMON = {
  top: { 'tts:origin': '10% 10%', 'tts:extent': '80% 25%', 'tts:displayAlign': 'before' },
  middle: { 'tts:origin': '10% 37.5%', 'tts:extent': '80% 25%', 'tts:displayAlign': 'center' },
  bottom: { 'tts:origin': '10% 65%', 'tts:extent': '80% 25%', 'tts:displayAlign': 'after' },
} as const
type RegionAttributes = Record<string, string>
export type WrittenRegions = {
  list: { id: string; attributes: RegionAttributes }[]
  idOf: (cue: Cue) => string
  nextId: () => string
}

export function collectRegions(cues: readonly Cue[]): WrittenRegions {
  const ids = new Map<string, { id: string; attributes: RegionAttributes }>()
  for (const name of ['top', 'middle', 'bottom'] as const)
    if (cues.some((cue) => isCommon(cue) && (cue.alignment ?? 'bottom') === name))
      ids.set(name, { id: name, attributes: COMMON[name] })
  for (const cue of cues) {
    const key = keyOf(cue)
    if (!ids.has(key)) {
      const attributes = cue.writingMode ? verticalRegion(cue) : placedRegion(cue)
      ids.set(key, { id: `region-${ids.size + 1}`, attributes })
    }
  }
  let paragraphs = 0
  return {
    list: [...ids.values()],
    idOf: (cue) => ids.get(keyOf(cue))!.id,
    nextId: () => `p${++paragraphs}`,
  }
}

const isCommon = ({ x, y, writingMode }: Cue) =>
  x === undefined && y === undefined && writingMode === undefined
const keyOf = (cue: Cue): string =>
  isCommon(cue)
    ? (cue.alignment ?? 'bottom')
    : [cue.x, cue.y, cue.alignment, cue.textAlign, cue.writingMode].join(' ')

const percent = (value: number) => `${Math.round(value * 100) / 100}%`
const pair = (across: number, down: number) => `${percent(across)} ${percent(down)}`
const HEIGHT = 25

/** A region with one of its edges, or its centre, at the point. */
function placedRegion({ x, y, alignment = 'bottom', textAlign = 'center' }: Cue): RegionAttributes {
  const across = x ?? { left: 10, center: 50, right: 90 }[textAlign]
  const down = y ?? { top: 10, middle: 50, bottom: 90 }[alignment]
  const [left, right] = sidesOf(across, textAlign)
  const height =
    alignment === 'top'
      ? Math.min(HEIGHT, 100 - down)
      : alignment === 'bottom'
        ? Math.min(HEIGHT, down)
        : 2 * Math.min(HEIGHT / 2, down, 100 - down)
  const top =
    alignment === 'top' ? down : alignment === 'bottom' ? down - height : down - height / 2
  return {
    'tts:origin': pair(left, top),
    'tts:extent': pair(right - left, height),
    'tts:displayAlign': { top: 'before', middle: 'center', bottom: 'after' }[alignment],
  }
}

/** Inside of the safe area of 10 to 90 %, unless a row would not fit there. */
function sidesOf(across: number, textAlign: NonNullable<Cue['textAlign']>): [number, number] {
  if (textAlign === 'left') return [across, across <= 90 - MIN_WIDTH ? 90 : 100]
  if (textAlign === 'right') return [across >= 10 + MIN_WIDTH ? 10 : 0, across]
  const [safe, whole] = [Math.min(across - 10, 90 - across), Math.min(across, 100 - across)]
  const half = safe >= MIN_WIDTH / 2 ? safe : whole
  return [across - half, across + half]
}
const MIN_WIDTH = 50

const WIDTH = 20

/** A column beside the picture. Its first line is at the edge where reading begins. */
function verticalRegion({
  x,
  y,
  alignment = 'bottom',
  textAlign = 'center',
  writingMode,
}: Cue): RegionAttributes {
  const across = x ?? { left: 10, center: 50, right: 90 }[textAlign]
  const share = { left: 0, center: 0.5, right: 1 }[textAlign]
  const left = Math.max(0, Math.min(100 - WIDTH, across - share * WIDTH))
  const half = y === undefined ? 40 : Math.min(40, y, 100 - y)
  const middle = y ?? 50
  const [top, bottom] =
    alignment === 'top'
      ? [y ?? 10, y !== undefined && y > 80 ? 100 : 90]
      : alignment === 'bottom'
        ? [y !== undefined && y < 20 ? 0 : 10, y ?? 90]
        : [middle - half, middle + half]
  const isRightToLeft = writingMode === 'vertical-rl'
  const startsHere = (textAlign === 'right') === isRightToLeft
  return {
    'tts:origin': pair(left, Math.min(top, bottom)),
    'tts:extent': pair(WIDTH, Math.abs(bottom - top)),
    'tts:displayAlign': textAlign === 'center' ? 'center' : startsHere ? 'before' : 'after',
    'tts:writingMode': isRightToLeft ? 'tbrl' : 'tblr',
  }
}
