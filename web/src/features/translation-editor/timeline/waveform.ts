// Draws the waveform with wavesurfer.js from peaks computed by the server, so no sound is fetched
// or decoded. It has no media of its own; the player tells it the time.
import WaveSurfer from 'wavesurfer.js'
import RegionsPlugin from 'wavesurfer.js/plugins/regions'
import type { FilmClock } from '../../player/film-clock.ts'
import type { Peaks } from '../../player/peaks.ts'
import type { TimelineCue } from './timeline-props.ts'
import type { Grid } from './snap.ts'
import { createRuler } from './ruler.ts'
import { createCueRegions, type CueRegionOptions } from './cue-regions.ts'
import { SCROLLBAR_PX, HEAD_PX } from './sizes.ts'

export type TimelineWaveform = ReturnType<typeof createWaveform>
type Options = CueRegionOptions & {
  container: HTMLElement
  peaks: Peaks | undefined
  grid: Grid
  clock: FilmClock
  onSeek: (ms: number) => void
}

/** In pixels per second. */
const ZOOM = { initial: 90, max: 800, step: 1.5 }
/** While playing: the share of the width at which the view scrolls on, and where it scrolls to. */
const [SCROLL_AT, SCROLL_TO] = [0.88, 0.12]

export function createWaveform({
  container,
  peaks,
  grid,
  clock,
  onSeek,
  ...regionOptions
}: Options) {
  const seconds = Math.max(0.1, grid.lengthMs / 1000)
  const { wavesurfer, regionsPlugin } = createWavesurfer(container, peaks, seconds)
  const regions = createCueRegions(wavesurfer, regionsPlugin, { grid, ...regionOptions })
  const ruler = createRuler(wavesurfer, grid, clock)
  let cues: readonly TimelineCue[] = []
  let selected: string | null = null

  const pxPerSecond = () => wavesurfer.getWrapper().clientWidth / seconds
  /** In pixels from the left edge of the view. */
  const xOf = (ms: number) => (ms / 1000) * pxPerSecond() - wavesurfer.getScroll()
  const paint = () => {
    const fromMs = (wavesurfer.getScroll() / pxPerSecond()) * 1000
    const widthMs = (wavesurfer.getWidth() / pxPerSecond()) * 1000
    const [firstMs, lastMs] = [fromMs - widthMs / 2, fromMs + widthMs * 1.5]
    regions.paint(cues, selected, firstMs, lastMs)
    ruler.paint(firstMs, lastMs, pxPerSecond())
  }

  /** Keeps the time at `x` where it is. */
  function zoom(wanted: number, x = wavesurfer.getWidth() / 2) {
    const toFit = container.clientWidth / seconds
    const to = Math.min(ZOOM.max, Math.max(toFit, wanted))
    const secondsAtX = (wavesurfer.getScroll() + x) / pxPerSecond()
    wavesurfer.zoom(to)
    wavesurfer.setScroll(secondsAtX * to - x)
    paint()
  }

  const stopWheel = zoomOnWheel(container, (factor, x) => zoom(pxPerSecond() * factor, x))
  const stopResizing = fitHeight(container, wavesurfer)
  wavesurfer.on('ready', () => zoom(ZOOM.initial))
  wavesurfer.on('scroll', paint)
  wavesurfer.on('resize', paint)
  wavesurfer.on('interaction', (at) => onSeek(at * 1000))

  return {
    show(nextCues: readonly TimelineCue[], nextSelected: string | null) {
      cues = nextCues
      selected = nextSelected
      paint()
    },
    setTime(ms: number, isPlaying: boolean) {
      wavesurfer.setTime(ms / 1000)
      const [x, width] = [xOf(ms), wavesurfer.getWidth()]
      if (isPlaying && (x < 0 || x > width * SCROLL_AT))
        wavesurfer.setScroll(x + wavesurfer.getScroll() - width * SCROLL_TO)
    },
    /** Scrolls only if the time is out of view. */
    scrollTo(ms: number) {
      const [x, width] = [xOf(ms), wavesurfer.getWidth()]
      if (x < 0 || x > width) wavesurfer.setScroll(x + wavesurfer.getScroll() - width / 3)
    },
    zoomIn: () => zoom(pxPerSecond() * ZOOM.step),
    zoomOut: () => zoom(pxPerSecond() / ZOOM.step),
    zoomToFit: () => zoom(0),
    setLabel: (label: string) => makeScrollable(wavesurfer, label),
    updateColours: () => wavesurfer.setOptions(readColours(container)),
    close() {
      stopWheel()
      stopResizing()
      ruler.close()
      wavesurfer.destroy()
    },
  }
}

/** Ctrl and the wheel zoom around the pointer. */
function zoomOnWheel(container: HTMLElement, zoomBy: (factor: number, x: number) => void) {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const factor = event.deltaY < 0 ? ZOOM.step : 1 / ZOOM.step
    zoomBy(factor, event.clientX - container.getBoundingClientRect().left)
  }
  container.addEventListener('wheel', onWheel, { passive: false })
  return () => container.removeEventListener('wheel', onWheel)
}

const heightIn = (container: HTMLElement) =>
  Math.max(40, container.clientHeight - HEAD_PX - SCROLLBAR_PX)

/** wavesurfer.js follows the width of its container, but not the height. */
function fitHeight(container: HTMLElement, wavesurfer: WaveSurfer) {
  const observer = new ResizeObserver(() => {
    if (wavesurfer.options.height !== heightIn(container))
      wavesurfer.setOptions({ height: heightIn(container) })
  })
  observer.observe(container)
  return () => observer.disconnect()
}

function createWavesurfer(container: HTMLElement, peaks: Peaks | undefined, seconds: number) {
  const regionsPlugin = RegionsPlugin.create()
  const wavesurfer = WaveSurfer.create({
    container,
    peaks: toChannels(peaks),
    duration: seconds,
    height: heightIn(container),
    minPxPerSec: 1,
    autoScroll: false,
    autoCenter: false,
    hideScrollbar: false,
    normalize: true,
    barWidth: 2,
    barGap: 1,
    barRadius: 1,
    cursorWidth: 2,
    plugins: [regionsPlugin],
    ...readColours(container),
  })
  addHeadroom(wavesurfer.getWrapper())
  return { wavesurfer, regionsPlugin }
}

/** Leaves room for the ruler and the labels. */
function addHeadroom(wrapper: HTMLElement) {
  wrapper.style.paddingTop = `${HEAD_PX}px`
  const progress = wrapper.querySelector<HTMLElement>('.progress')
  if (progress)
    Object.assign(progress.style, { top: `${HEAD_PX}px`, height: `calc(100% - ${HEAD_PX}px)` })
}

/** A name for screen readers, and a tab stop so that the arrow keys scroll it. */
function makeScrollable(wavesurfer: WaveSurfer, label: string) {
  const scroller = wavesurfer.getWrapper().parentElement!
  scroller.setAttribute('role', 'img')
  scroller.setAttribute('tabindex', '0')
  scroller.setAttribute('aria-label', label)
  wavesurfer.getWrapper().setAttribute('aria-hidden', 'true')
}

/** The maximum above the line and the minimum below it; a flat line without sound. */
function toChannels(peaks: Peaks | undefined): Float32Array[] {
  const pairs = peaks ? Math.floor(peaks.peaks.length / 2) : 0
  const channel = (side: 0 | 1) =>
    Float32Array.from(
      { length: Math.max(2, pairs) },
      (_none, pair) => (peaks?.peaks[pair * 2 + side] ?? 0) / 128,
    )
  return [channel(1), channel(0)]
}

/** A canvas cannot use CSS variables. */
function readColours(container: HTMLElement) {
  const style = getComputedStyle(container)
  const neutral = style.getPropertyValue('--tone-neutral').trim()
  const info = style.getPropertyValue('--tone-info').trim()
  return { waveColor: neutral, progressColor: neutral, cursorColor: info }
}
