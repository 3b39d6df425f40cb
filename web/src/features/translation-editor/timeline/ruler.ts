// The ruler above the waveform, and the shot changes as thin lines through it; as far as they can
// be seen.
import type WaveSurfer from 'wavesurfer.js'
import { formatTimecode } from '../../player/timecode.ts'
import type { Grid } from './snap.ts'
import { RULER_PX } from './sizes.ts'

/** Seconds between two figures, so that they stand apart. */
const STEPS = [0.5, 1, 2, 5, 10, 30, 60, 300, 600]
const APART_PX = 84

export function createMarks(wave: WaveSurfer, { cutsMs, lengthMs }: Grid) {
  const layer = document.createElement('div')
  Object.assign(layer.style, {
    position: 'absolute',
    inset: '0',
    zIndex: '3',
    pointerEvents: 'none',
  })
  wave.getWrapper().append(layer)
  const left = (ms: number) => `${(ms / lengthMs) * 100}%`
  let drawnAs = ''

  return {
    paint(fromMs: number, untilMs: number, pxPerSecond: number) {
      const step =
        (STEPS.find((seconds) => seconds * pxPerSecond >= APART_PX) ?? STEPS.at(-1)!) * 1000
      const [first, last] = [
        Math.max(0, Math.floor(fromMs / step)),
        Math.ceil(Math.min(untilMs, lengthMs) / step),
      ]
      const as = [step, first, last].join(' ')
      if (as === drawnAs) return
      drawnAs = as
      const figures = Array.from({ length: last - first }, (_none, index) =>
        figure((first + index) * step, step, left),
      )
      const cuts = cutsMs
        .filter((cut) => cut >= first * step && cut <= last * step)
        .map((cut) => line(left(cut)))
      layer.replaceChildren(...figures, ...cuts)
    },
    close: () => layer.remove(),
  }
}

function figure(ms: number, step: number, left: (ms: number) => string): HTMLElement {
  const mark = document.createElement('span')
  const whole = formatTimecode(ms / 1000, null).replace(/^00:/, '')
  mark.textContent = step < 1000 && ms % 1000 ? `${whole}.5` : whole
  Object.assign(mark.style, {
    position: 'absolute',
    top: '0',
    left: left(ms),
    height: `${RULER_PX - 4}px`,
    paddingLeft: '4px',
    borderLeft: '1px solid var(--field-edge)',
    font: '11px/14px var(--mantine-font-family)',
    fontVariantNumeric: 'tabular-nums',
    color: 'var(--mantine-color-dimmed)',
  })
  return mark
}

function line(left: string): HTMLElement {
  const cut = document.createElement('span')
  Object.assign(cut.style, {
    position: 'absolute',
    top: `${RULER_PX}px`,
    bottom: '0',
    left,
    width: '0',
    borderLeft: '1px dashed var(--tone-wait)',
  })
  return cut
}
