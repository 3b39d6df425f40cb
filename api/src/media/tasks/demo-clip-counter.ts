// The running timecode of a demo film, as an ASS script with one event per frame.
import type { DemoFilm } from '../types.ts'

export function counterScript({
  width,
  height,
  seconds,
  frameRate,
  timecode,
  blackHead = 0,
}: DemoFilm): string {
  const [num = 25, den = 1] = frameRate.split('/').map(Number)
  const fontSize = Math.max(16, Math.round(Math.min(width, height) * 0.058))
  const [x, y] = [Math.round(width * 0.96), Math.round(height * 0.05)]
  // A black head shows no timecode, so that it is entirely black.
  const first = Math.ceil((blackHead * num) / den)
  const count = Math.max(0, Math.ceil((seconds * num) / den) - first)
  const events = Array.from({ length: count }, (_, n) => {
    const frame = first + n
    const [start, end] = [assTime((frame * den) / num), assTime(((frame + 1) * den) / num)]
    return `Dialogue: 0,${start},${end},Default,,0,0,0,,{\\an9\\pos(${x},${y})}${timecodeAt(frame, Math.round(num / den), timecode)}`
  })
  return `[Script Info]
ScriptType: v4.00+
PlayResX: ${width}
PlayResY: ${height}

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, BorderStyle, Outline, Shadow, Alignment, Encoding
Style: Default,Noto Sans,${fontSize},&H00E8E8E8,&H00181818,&H00181818,-1,3,4,0,9,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${events.join('\n')}
`
}

/** Hundredths of a second, rounded down: below 100 fps each frame falls into exactly one event. */
function assTime(seconds: number): string {
  const total = Math.floor(seconds * 100 + 1e-6)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${Math.floor(total / 360_000)}:${two((total / 6000) % 60)}:${two((total / 100) % 60)}.${two(total % 100)}`
}

/** Non-drop-frame: at 24000/1001 the timecode runs slower than the clock, as in broadcast practice. */
function timecodeAt(frame: number, framesPerSecond: number, start = '00:00:00:00'): string {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = start.split(/[:;]/).map(Number)
  const total = ((hours * 60 + minutes) * 60 + seconds) * framesPerSecond + frames + frame
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return [
    two(total / framesPerSecond / 3600),
    two((total / framesPerSecond / 60) % 60),
    two((total / framesPerSecond) % 60),
    two(total % framesPerSecond),
  ].join(':')
}
