import type { TimelineCue } from './timeline-props.ts'

/** Thousands of lines on a few hundred pixels: too many for elements, so they are drawn. */
export function drawMinimap(
  canvas: HTMLCanvasElement,
  cues: readonly TimelineCue[],
  selected: string | null,
  lengthMs: number,
) {
  const context = canvas.getContext('2d')
  const [width, height] = [canvas.clientWidth, canvas.clientHeight]
  if (!context || width === 0) return
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  context.scale(devicePixelRatio, devicePixelRatio)
  const style = getComputedStyle(canvas)
  const tone = (name: string) => style.getPropertyValue(`--tone-${name}`).trim()
  const colours = { info: tone('info'), bad: tone('bad'), neutral: tone('neutral') }
  const layers: [colour: string, height: number, isIn: (cue: TimelineCue) => boolean][] = [
    [colours.neutral, 0.35, ({ text, hasError }) => !text && !hasError],
    [colours.info, 0.6, ({ text, hasError }) => text !== '' && !hasError],
    [colours.bad, 1, ({ hasError }) => hasError],
    [style.color, 1, ({ id }) => id === selected],
  ]
  for (const [colour, share, isIn] of layers) {
    context.fillStyle = colour
    for (const cue of cues) {
      if (!isIn(cue) || cue.startMs >= lengthMs) continue
      const x = (cue.startMs / lengthMs) * width
      const barWidth = Math.max(1, ((cue.stopMs - cue.startMs) / lengthMs) * width)
      context.fillRect(x, height * (1 - share), barWidth, height * share)
    }
  }
}
