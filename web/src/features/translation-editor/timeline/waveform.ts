// The waveform: wavesurfer.js draws it from peaks that the service made, so that no sound is
// fetched or decoded for it. It has no film of its own; the deck tells it the time.
import WaveSurfer from 'wavesurfer.js'
import RegionsPlugin from 'wavesurfer.js/plugins/regions'
import type { Peaks } from '../../player/peaks.ts'
import type { Cue } from './timeline-props.ts'
import type { Grid } from './snap.ts'
import { createMarks } from './ruler.ts'
import { createRegions, type Holding } from './cue-regions.ts'
import { BAR_PX, HEAD_PX } from './sizes.ts'

export type Wave = ReturnType<typeof createWave>
type Parts = Holding & {
  container: HTMLElement
  peaks: Peaks | undefined
  grid: Grid
  onSeek: (ms: number) => void
  onZoom: (pxPerSecond: number) => void
}

export const ZOOM = { usual: 90, most: 800, step: 1.5 }
/**
 * How far into the window the playhead runs before the page is turned, and where it stands then.
 */
const [TURN_AT, TURN_TO] = [0.88, 0.12]

export function createWave({ container, peaks, grid, onSeek, onZoom, ...holding }: Parts) {
  const seconds = Math.max(0.1, grid.lengthMs / 1000)
  const regionsPlugin = RegionsPlugin.create()
  const wave = WaveSurfer.create({
    container,
    peaks: channelsOf(peaks),
    duration: seconds,
    height: Math.max(40, container.clientHeight - HEAD_PX - BAR_PX),
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
    ...coloursOf(container),
  })
  layOut(wave.getWrapper())
  const regions = createRegions(wave, regionsPlugin, { grid, ...holding })
  const marks = createMarks(wave, grid)
  let [cues, selected]: [readonly Cue[], string | null] = [[], null]

  const least = () => container.clientWidth / seconds
  const scale = () => wave.getWrapper().clientWidth / seconds
  const paint = () => {
    const [from, wide] = [(wave.getScroll() / scale()) * 1000, (wave.getWidth() / scale()) * 1000]
    regions.paint(cues, selected, from - wide / 2, from + wide * 1.5)
    marks.paint(from - wide / 2, from + wide * 1.5, scale())
  }

  function zoom(wanted: number, x = wave.getWidth() / 2) {
    const to = Math.min(ZOOM.most, Math.max(least(), wanted))
    const moment = (wave.getScroll() + x) / scale()
    wave.zoom(to)
    wave.setScroll(moment * to - x)
    onZoom(to)
    paint()
  }

  const listening = new AbortController()
  wave.on('ready', () => zoom(ZOOM.usual))
  wave.on('scroll', paint)
  wave.on('resize', paint)
  wave.on('interaction', (at) => onSeek(at * 1000))
  container.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoom(
        scale() * (event.deltaY < 0 ? ZOOM.step : 1 / ZOOM.step),
        event.clientX - container.getBoundingClientRect().left,
      )
    },
    { passive: false, signal: listening.signal },
  )

  return {
    show(next: readonly Cue[], chosen: string | null) {
      ;[cues, selected] = [next, chosen]
      paint()
    },
    at(ms: number, isPlaying: boolean) {
      wave.setTime(ms / 1000)
      const x = (ms / 1000) * scale() - wave.getScroll()
      if (isPlaying ? x < 0 || x > wave.getWidth() * TURN_AT : false)
        wave.setScroll(x + wave.getScroll() - wave.getWidth() * TURN_TO)
    },
    /** Brings a moment into the window, where it is outside. */
    reveal(ms: number) {
      const x = (ms / 1000) * scale() - wave.getScroll()
      if (x < 0 || x > wave.getWidth()) wave.setScroll(x + wave.getScroll() - wave.getWidth() / 3)
    },
    closer: () => zoom(scale() * ZOOM.step),
    wider: () => zoom(scale() / ZOOM.step),
    whole: () => zoom(0),
    /** For who does not see it, and to move it with the keyboard. */
    name(label: string) {
      const scroller = wave.getWrapper().parentElement!
      for (const [name, value] of [
        ['role', 'img'],
        ['tabindex', '0'],
        ['aria-label', label],
      ] as const)
        scroller.setAttribute(name, value)
      wave.getWrapper().setAttribute('aria-hidden', 'true')
    },
    recolour: () => wave.setOptions(coloursOf(container)),
    close() {
      listening.abort()
      marks.close()
      wave.destroy()
    },
  }
}

function layOut(wrapper: HTMLElement) {
  wrapper.style.paddingTop = `${HEAD_PX}px`
  const played = wrapper.querySelector<HTMLElement>('.progress')
  if (played)
    Object.assign(played.style, { top: `${HEAD_PX}px`, height: `calc(100% - ${HEAD_PX}px)` })
}

/** Above the line the greatest, below it the least. Where there is no sound, a line. */
function channelsOf(peaks: Peaks | undefined): Float32Array[] {
  const pairs = peaks ? Math.floor(peaks.peaks.length / 2) : 0
  const channel = (side: 0 | 1) =>
    Float32Array.from(
      { length: Math.max(2, pairs) },
      (_none, pair) => (peaks?.peaks[pair * 2 + side] ?? 0) / 128,
    )
  return [channel(1), channel(0)]
}

/** Canvases know no variables. */
function coloursOf(container: HTMLElement) {
  const style = getComputedStyle(container)
  const [quiet, accent] = [
    style.getPropertyValue('--tone-quiet').trim(),
    style.getPropertyValue('--tone-info').trim(),
  ]
  return { waveColor: quiet, progressColor: quiet, cursorColor: accent }
}
