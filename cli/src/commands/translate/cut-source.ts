// What says where the parts of an old cut are in a new one, from the flags of a command.
import { translations } from '@reelay/api/contract'
import { CliError } from '../../output/exit-codes.ts'
import { readInput } from '../../resources/input/bytes.ts'

export type CutOptions = {
  edl?: string
  otio?: string
  changes?: string
  old?: string
  start?: string
  oldStart?: string
  stretch?: string
  points?: string[]
  offset?: string
}

/** Undefined if no flag names one. */
export async function readCutSource(options: CutOptions): Promise<CutSource | undefined> {
  const used = (Object.keys(SOURCES) as (keyof CutOptions)[]).filter(
    (name) => options[name] !== undefined,
  )
  if (used.length > 1)
    throw new CliError(
      'usage',
      'Use only one of: --edl, --otio, --changes, --stretch, --points, --offset',
    )
  return used[0] && SOURCES[used[0]]!(options)
}

type CutSource = Exclude<translations.ConformSource, { kind: 'films' }>
type SourceReader = (options: CutOptions) => Promise<CutSource>

const SOURCES: Partial<Record<keyof CutOptions, SourceReader>> = {
  edl: async ({ edl, old, start, oldStart }) => ({
    kind: 'edl',
    text: await readText(edl!),
    ...(old && { old: await readText(old) }),
    ...(start && { start }),
    ...(oldStart && { oldStart }),
  }),
  otio: async ({ otio, old }) => ({
    kind: 'otio',
    text: await readText(otio!),
    ...(old && { old: await readText(old) }),
  }),
  changes: async ({ changes, start, oldStart }) => ({
    kind: 'changes',
    text: await readText(changes!),
    ...(start && { start }),
    ...(oldStart && { oldStart }),
  }),
  stretch: async ({ stretch }) => {
    const [from, to] = stretch!.split(':')
    return { kind: 'stretch', from: rateOf(from), to: rateOf(to) }
  },
  points: async ({ points }) => {
    const [first, second, ...more] = points!.flatMap((text) => text.split(',')).map(pointOf)
    if (!first || !second || more.length > 0)
      throw new CliError(
        'usage',
        'Give two points, such as --points 00:00:10.000=00:00:12.000,01:30:00.000=01:33:45.000',
      )
    return { kind: 'points', points: [first, second] }
  },
  offset: async ({ offset }) => ({ kind: 'offset', by: offsetOf(offset!) }),
}

const readText = async (file: string) => new TextDecoder().decode(await readInput(file))

export function missing(flag: string): never {
  throw new CliError('usage', `Add ${flag}`)
}

function rateOf(text: string | undefined): translations.ConformRate {
  const rates = Object.keys(translations.CONFORM_RATES) as translations.ConformRate[]
  return (
    rates.find((rate) => rate === text) ??
    missing(`two frame rates, such as --stretch 25:24. Known rates: ${rates.join(', ')}`)
  )
}

/** The comma of the milliseconds is written as a point, because a comma separates two points. */
const TIME = /^(\d{1,2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?$/

function timeOf(text: string | undefined): number {
  const found = TIME.exec(text ?? '')
  if (!found) throw new CliError('usage', `${text} is not a time such as 00:01:02.500`)
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(1, 4).map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((found[4] ?? '').padEnd(3, '0'))
}

function pointOf(text: string) {
  const [from, to] = text.split('=')
  return { from: timeOf(from), to: timeOf(to) }
}

function offsetOf(text: string): number {
  const seconds = Number(/^([+-]?\d{1,6}(?:\.\d{1,3})?)s?$/.exec(text)?.[1] ?? Number.NaN)
  if (Number.isNaN(seconds)) throw new CliError('usage', `${text} is not an offset such as -2.5s`)
  return Math.round(seconds * 1000)
}
