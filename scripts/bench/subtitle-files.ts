// Measures the CPU time of reading subtitle files with many cues, and of checking these cues.
import { parseTimecode, type Cue } from '@reelay/subtitles'
import { check } from '@reelay/subtitles/checks'
import { FORMATS, type FormatName } from '@reelay/subtitles/formats'
import { profileFor } from '@reelay/subtitles/profiles'
import { longScript } from './long-script.ts'
import { median } from './median.ts'

/** The median CPU time of this process, in milliseconds. */
export type SubtitleFigures = { cues: number; times: [what: string, milliseconds: number][] }

/** The largest file that is read. */
const CUES = 50_000
/** The script is repeated: the times of a longer one do not fit into a day. */
const SCRIPT = 10_000
const REPETITIONS = 7
const READ: readonly FormatName[] = ['srt', 'vtt', 'ass', 'ttml', 'stl', 'csv', 'dcp', 'xlsx']

export function measureSubtitles(log: (message: string) => void): SubtitleFigures {
  const about = { title: 'Long', language: 'eng', rate: { num: 25, den: 1 } }
  const cues = manyCues(3)
  const times: SubtitleFigures['times'] = []
  for (const format of READ) {
    log(`Reading ${format}`)
    const written = FORMATS[format].write(cues, about)
    if (!written.ok) throw new Error(`${format}: ${JSON.stringify(written.errors[0])}`)
    times.push([format, medianCpu(() => FORMATS[format].read(written.bytes, about))])
  }
  log('Checking')
  const options = { ...about, profile: profileFor('netflix', 'eng'), kind: 'subtitles' } as const
  const spoken = manyCues(1)
  times.push(['check', medianCpu(() => check(spoken, options))])
  return { cues: CUES, times }
}

/** Three times as fast as people speak, the last cue ends within a day, as files need it. */
function manyCues(speed: number): Cue[] {
  const script = longScript(SCRIPT).map(({ startTime, stopTime, text }) => ({
    start: Math.round(parseTimecode(startTime) / speed),
    stop: Math.round(parseTimecode(stopTime) / speed),
    text,
  }))
  const length = script.at(-1)!.stop + 100
  return Array.from({ length: CUES }, (_, index) => {
    const { start, stop, text } = script[index % SCRIPT]!
    const from = Math.floor(index / SCRIPT) * length
    return { start: start + from, stop: stop + from, text }
  })
}

function medianCpu(work: () => unknown): number {
  const times: number[] = []
  for (let round = 0; round < REPETITIONS; round++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return median(times)
}
