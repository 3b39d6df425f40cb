// The ruler above the waveform and a dashed line at each shot change, as far as they are visible.
import type WaveSurfer from 'wavesurfer.js'
import type { FilmClock } from '../../player/film-clock.ts'
import type { Grid } from './snap.ts'
import { RULER_PX } from './sizes.ts'

const STEP_SECONDS = [1, 2, 5, 10, 30, 60, 300, 600]
const MIN_LABEL_SPACING_PX = 84

export function createRuler(wavesurfer: WaveSurfer, { cutsMs, lengthMs }: Grid, clock: FilmClock) {
  const layer = document.createElement('div')
  Object.assign(layer.style, {
    position: 'absolute',
    inset: '0',
    zIndex: '3',
    pointerEvents: 'none',
  })
  wavesurfer.getWrapper().append(layer)
  const leftOf = (ms: number) => `${(ms / lengthMs) * 100}%`
  let painted = ''

  return {
    paint(fromMs: number, untilMs: number, pxPerSecond: number) {
      const stepMs = chooseStep(pxPerSecond)
      const first = Math.max(0, Math.floor(fromMs / stepMs))
      const last = Math.ceil(Math.min(untilMs, lengthMs) / stepMs)
      const signature = [stepMs, first, last].join(' ')
      if (signature === painted) return
      painted = signature
      const labels = Array.from({ length: last - first }, (_none, index) =>
        timecodeTick(((first + index) * stepMs) / 1000, clock),
      ).flatMap((tick) => (tick ? [createLabel(tick.label, leftOf(tick.ms))] : []))
      const cuts = cutsMs
        .filter((cut) => cut >= first * stepMs && cut <= last * stepMs)
        .map((cut) => createCutLine(leftOf(cut)))
      layer.replaceChildren(...labels, ...cuts)
    },
    close: () => layer.remove(),
  }
}

function chooseStep(pxPerSecond: number): number {
  const isWideEnough = (seconds: number) => seconds * pxPerSecond >= MIN_LABEL_SPACING_PX
  return (STEP_SECONDS.find(isWideEnough) ?? STEP_SECONDS.at(-1)!) * 1000
}

/**
 * A whole second of the timecode, which is not a whole second of the film at 23.976 fps. Undefined
 * if it is before the start.
 */
export function timecodeTick(
  seconds: number,
  clock: Pick<FilmClock, 'format' | 'parse'>,
): { label: string; ms: number } | undefined {
  const start = clock.format(0)
  const [hours, minutes, rest] = start.slice(0, 8).split(':').map(Number)
  const total = hours! * 3600 + minutes! * 60 + rest! + seconds
  const label = [total / 3600, (total / 60) % 60, total % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
  const tail = start.slice(8).replace(/\d/g, '0')
  // Drop-frame timecode has no frames 0 and 1 in most minutes.
  const at = clock.parse(label + tail) ?? clock.parse(label + tail.replace(/0$/, '2'))
  return at === undefined || at < 0
    ? undefined
    : { label: label.replace(/^00:/, ''), ms: at * 1000 }
}

function createLabel(text: string, left: string): HTMLElement {
  const label = document.createElement('span')
  label.textContent = text
  Object.assign(label.style, {
    position: 'absolute',
    top: '0',
    left,
    height: `${RULER_PX - 4}px`,
    paddingLeft: '4px',
    borderLeft: '1px solid var(--field-edge)',
    font: '11px/14px var(--mantine-font-family)',
    fontVariantNumeric: 'tabular-nums',
    color: 'var(--mantine-color-dimmed)',
  })
  return label
}

function createCutLine(left: string): HTMLElement {
  const line = document.createElement('span')
  Object.assign(line.style, {
    position: 'absolute',
    top: `${RULER_PX}px`,
    bottom: '0',
    left,
    width: '0',
    borderLeft: '1px dashed var(--tone-warning)',
  })
  return line
}
