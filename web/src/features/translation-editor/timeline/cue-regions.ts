// The lines on the waveform, as far as they can be seen: of two thousand some thirty are in the
// page.
import type WaveSurfer from 'wavesurfer.js'
import type RegionsPlugin from 'wavesurfer.js/plugins/regions'
import type { Region, UpdateSide } from 'wavesurfer.js/plugins/regions'
import type { Cue } from './timeline-props.ts'
import { drawn, pulledTo, roomOf, type Edge, type Grid, type Times } from './snap.ts'
import { LABEL_PX, RULER_PX } from './sizes.ts'
import { cuesWithin, labelOf } from './visible-cues.ts'

export type Holding = {
  readOnly: boolean
  onSelect: (id: string) => void
  onTwice: (id: string) => void
  onTime: (id: string, startMs: number, stopMs: number) => void
  onAdd: (startMs: number, stopMs: number) => void
}
type Plugin = ReturnType<typeof RegionsPlugin.create>
type Shown = { region: Region; look: string }

export function createRegions(
  wave: WaveSurfer,
  plugin: Plugin,
  { grid, readOnly, onSelect, onTwice, onTime, onAdd }: Holding & { grid: Grid },
) {
  const shown = new Map<string, Shown>()
  let cues: readonly Cue[] = []
  let [held, isOurs, isFree]: [string | null, boolean, boolean] = [null, false, false]
  // The plugin keeps the pointer's events to itself; whether Alt is down is read on their way in.
  const onPointer = ({ altKey }: PointerEvent) => {
    isFree = altKey
  }
  addEventListener('pointermove', onPointer, { capture: true })
  wave.on('destroy', () => removeEventListener('pointermove', onPointer, { capture: true }))

  /**
   * The region itself follows the pointer, or small pulls would be lost to the grid; what is seen,
   * and what is told at the end, lies on it.
   */
  function timesOf(region: Region, side: UpdateSide | undefined): Times | undefined {
    const cue = cues.find(({ id }) => id === region.id)
    const edge: Edge = side === 'start' ? 'start' : side === 'end' ? 'stop' : 'both'
    return (
      cue &&
      pulledTo({ startMs: region.start * 1000, stopMs: region.end * 1000 }, edge, {
        was: cue,
        room: roomOf(cue, cues, grid),
        grid,
        snaps: !isFree,
      })
    )
  }

  plugin.on('region-update', (region, side) => {
    const times = timesOf(region, side)
    held = region.id
    if (times) place(region, times)
  })
  plugin.on('region-updated', (region, side) => {
    const times = timesOf(region, side)
    held = null
    if (!times) return
    region.setOptions({ start: times.startMs / 1000, end: times.stopMs / 1000 })
    onSelect(region.id)
    onTime(region.id, times.startMs, times.stopMs)
  })
  plugin.on('region-clicked', (region, event) => {
    event.stopPropagation()
    onSelect(region.id)
  })
  plugin.on('region-double-clicked', (region, event) => {
    event.stopPropagation()
    onTwice(region.id)
  })
  plugin.on('region-created', (region) => {
    if (isOurs) return
    const [startMs, stopMs] = [
      drawn(region.start * 1000, 'start', grid),
      drawn(region.end * 1000, 'stop', grid),
    ]
    region.remove()
    if (stopMs > startMs) onAdd(startMs, stopMs)
  })
  // With a finger the same movement leafs through the film.
  if (!readOnly && matchMedia('(pointer: fine)').matches)
    wave.on('ready', () => plugin.enableDragSelection({ color: fill('info', 30) }, 6))

  const place = ({ element }: Region, { startMs, stopMs }: Times) => {
    if (element)
      Object.assign(element.style, {
        left: `${(startMs / grid.lengthMs) * 100}%`,
        right: `${(1 - stopMs / grid.lengthMs) * 100}%`,
      })
  }

  function add(cue: Cue): Shown {
    isOurs = true
    const region = plugin.addRegion({
      id: cue.id,
      start: cue.startMs / 1000,
      end: cue.stopMs / 1000,
      drag: !readOnly,
      resize: !readOnly,
    })
    isOurs = false
    return { region, look: '' }
  }

  return {
    paint(next: readonly Cue[], selected: string | null, fromMs: number, untilMs: number) {
      cues = next
      if (!wave.getDuration()) return
      const near = new Map(cuesWithin(cues, fromMs, untilMs).map((cue) => [cue.id, cue]))
      for (const [id, { region }] of shown)
        if (!near.has(id) && id !== held) {
          region.remove()
          shown.delete(id)
        }
      for (const [id, cue] of near) {
        const one = shown.get(id) ?? add(cue)
        shown.set(id, one)
        if (id === held) continue
        if (
          Math.abs(one.region.start * 1000 - cue.startMs) > 0.5 ||
          Math.abs(one.region.end * 1000 - cue.stopMs) > 0.5
        )
          one.region.setOptions({ start: cue.startMs / 1000, end: cue.stopMs / 1000 })
        dress(one, cue, id === selected, readOnly)
      }
    },
  }
}

const fill = (tone: string, percent: number) =>
  `color-mix(in srgb, var(--tone-${tone}) ${percent}%, transparent)`

/**
 * In the tone of what it is; the chosen one stands out. Cards stand lower, so that one sees both.
 * Only what changed is touched.
 */
function dress(one: Shown, cue: Cue, isSelected: boolean, readOnly: boolean) {
  const { element } = one.region
  const tone = cue.hasError ? 'bad' : cue.isGraphics ? 'look' : 'info'
  const look = [tone, isSelected, labelOf(cue)].join(' ')
  if (!element || one.look === look) return
  one.look = look
  Object.assign(element.style, {
    top: cue.isGraphics ? '66%' : `${RULER_PX}px`,
    bottom: '0',
    height: 'auto',
    background: fill(tone, isSelected ? 30 : 14),
    boxShadow: isSelected ? `inset 0 0 0 2px var(--tone-${tone})` : 'none',
    borderRadius: '6px',
    overflow: 'hidden',
    zIndex: isSelected ? '2' : '1',
    touchAction: readOnly ? 'auto' : 'none',
  })
  for (const [side, handle] of [
    ['Left', 'left'],
    ['Right', 'right'],
  ] as const) {
    const grip = element.querySelector<HTMLElement>(`[part*="region-handle-${handle}"]`)
    if (grip)
      Object.assign(grip.style, {
        width: '9px',
        [`border${side}`]: `2px solid var(--tone-${tone})`,
        borderRadius: '0',
      })
  }
  one.region.setContent(labelled(labelOf(cue), tone))
}

function labelled(words: string, tone: string): HTMLElement {
  const label = document.createElement('div')
  label.textContent = words
  label.dir = 'auto'
  Object.assign(label.style, {
    height: `${LABEL_PX}px`,
    padding: '0 8px',
    font: `12px/${LABEL_PX}px var(--mantine-font-family)`,
    color: 'var(--mantine-color-text)',
    background: `color-mix(in srgb, var(--tone-${tone}) 16%, var(--surface))`,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    pointerEvents: 'none',
    userSelect: 'none',
  })
  return label
}
