// The lines on the waveform. Only the visible ones are in the DOM: some thirty of two thousand.
import type WaveSurfer from 'wavesurfer.js'
import type RegionsPlugin from 'wavesurfer.js/plugins/regions'
import type { Region, UpdateSide } from 'wavesurfer.js/plugins/regions'
import type { TimelineCue } from './timeline-props.ts'
import { snapToCut, dragTo, freeSpan, type Edge, type Grid, type CueSpan } from './snap.ts'
import { fill, styleRegion, type ShownRegion } from './region-style.ts'
import { cuesWithin } from './visible-cues.ts'

export type CueRegionOptions = {
  readOnly: boolean
  onSelect: (id: string) => void
  onDoubleClick: (id: string) => void
  onTimesChange: (id: string, startMs: number, stopMs: number) => void
  onAdd: (startMs: number, stopMs: number) => void
}
type Plugin = ReturnType<typeof RegionsPlugin.create>
type Options = CueRegionOptions & { grid: Grid }
type State = {
  cues: readonly TimelineCue[]
  /** The region that is being dragged. */
  dragged: string | null
  /** True while this code, not the user, adds a region. */
  isAdding: boolean
}

export function createCueRegions(wavesurfer: WaveSurfer, plugin: Plugin, options: Options) {
  const state: State = { cues: [], dragged: null, isAdding: false }
  const shown = new Map<string, ShownRegion>()
  listenToDrags(wavesurfer, plugin, options, state)
  listenToClicks(plugin, options)
  listenToDrawing(wavesurfer, plugin, options, state)

  function add(cue: TimelineCue): ShownRegion {
    state.isAdding = true
    const region = plugin.addRegion({
      id: cue.id,
      ...toSeconds(cue),
      drag: !options.readOnly,
      resize: !options.readOnly,
    })
    state.isAdding = false
    return { region, signature: '' }
  }

  return {
    paint(cues: readonly TimelineCue[], selected: string | null, fromMs: number, untilMs: number) {
      state.cues = cues
      if (!wavesurfer.getDuration()) return
      const visible = new Map(cuesWithin(cues, fromMs, untilMs).map((cue) => [cue.id, cue]))
      for (const [id, { region }] of shown)
        if (!visible.has(id) && id !== state.dragged) {
          region.remove()
          shown.delete(id)
        }
      for (const [id, cue] of visible) {
        const item = shown.get(id) ?? add(cue)
        shown.set(id, item)
        if (id === state.dragged) continue
        if (!isAt(item.region, cue)) item.region.setOptions(toSeconds(cue))
        styleRegion(item, cue, id === selected, options.readOnly)
      }
    },
  }
}

const toSeconds = ({ startMs, stopMs }: CueSpan) => ({ start: startMs / 1000, end: stopMs / 1000 })

const isAt = (region: Region, { startMs, stopMs }: CueSpan) =>
  Math.abs(region.start * 1000 - startMs) <= 0.5 && Math.abs(region.end * 1000 - stopMs) <= 0.5

function listenToDrags(
  wavesurfer: WaveSurfer,
  plugin: Plugin,
  { grid, onSelect, onTimesChange }: Options,
  state: State,
) {
  const isAltDown = trackAltKey(wavesurfer)

  /**
   * The region itself follows the pointer, or the grid would swallow small drags. Its style and
   * the reported times are on the grid.
   */
  function snappedTimes(region: Region, side: UpdateSide | undefined): CueSpan | undefined {
    const cue = state.cues.find(({ id }) => id === region.id)
    if (!cue) return undefined
    const edge: Edge = side === 'start' ? 'start' : side === 'end' ? 'stop' : 'both'
    return dragTo({ startMs: region.start * 1000, stopMs: region.end * 1000 }, edge, {
      from: cue,
      free: freeSpan(cue, state.cues, grid),
      grid,
      snaps: !isAltDown(),
    })
  }

  plugin.on('region-update', (region, side) => {
    const times = snappedTimes(region, side)
    state.dragged = region.id
    if (times && region.element)
      Object.assign(region.element.style, {
        left: `${(times.startMs / grid.lengthMs) * 100}%`,
        right: `${(1 - times.stopMs / grid.lengthMs) * 100}%`,
      })
  })
  plugin.on('region-updated', (region, side) => {
    const times = snappedTimes(region, side)
    state.dragged = null
    if (!times) return
    region.setOptions(toSeconds(times))
    onSelect(region.id)
    onTimesChange(region.id, times.startMs, times.stopMs)
  })
}

/** The plugin stops the propagation of pointer events, so Alt is read in the capture phase. */
function trackAltKey(wavesurfer: WaveSurfer): () => boolean {
  let isDown = false
  const onPointer = ({ altKey }: PointerEvent) => {
    isDown = altKey
  }
  addEventListener('pointermove', onPointer, { capture: true })
  wavesurfer.on('destroy', () => removeEventListener('pointermove', onPointer, { capture: true }))
  return () => isDown
}

function listenToClicks(plugin: Plugin, { onSelect, onDoubleClick }: Options) {
  plugin.on('region-clicked', (region, event) => {
    event.stopPropagation()
    onSelect(region.id)
  })
  plugin.on('region-double-clicked', (region, event) => {
    event.stopPropagation()
    onDoubleClick(region.id)
  })
}

/** Dragging on an empty stretch draws a new line. */
function listenToDrawing(
  wavesurfer: WaveSurfer,
  plugin: Plugin,
  { grid, readOnly, onAdd }: Options,
  state: State,
) {
  plugin.on('region-created', (region) => {
    if (state.isAdding) return
    const startMs = snapToCut(region.start * 1000, 'start', grid)
    const stopMs = snapToCut(region.end * 1000, 'stop', grid)
    region.remove()
    if (stopMs > startMs) onAdd(startMs, stopMs)
  })
  // On touch, dragging scrolls.
  if (!readOnly && matchMedia('(pointer: fine)').matches)
    wavesurfer.on('ready', () => plugin.enableDragSelection({ color: fill('info', 30) }, 6))
}
