// Moves a translation to a new cut of its film.
import { setTimeout as delay } from 'node:timers/promises'
import { translations } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../../output/exit-codes.ts'
import { printDetails, printJson, printTable } from '../../output/print.ts'
import { readInput } from '../../resources/input/bytes.ts'
import { findTranslationId } from './find-translation.ts'

type ConformOptions = {
  translation: string
  from?: string
  to?: string
  edl?: string
  otio?: string
  changes?: string
  old?: string
  start?: string
  oldStart?: string
  stretch?: string
  points?: string[]
  offset?: string
  apply?: boolean
  accept?: boolean
  keepDropped?: boolean
  graphics?: boolean
  json?: boolean
}
type Result = translations.ConformResult

const POLL_MS = 1_000

export async function conform(client: Client, options: ConformOptions): Promise<void> {
  const by = await readSource(options)
  const id = await findTranslationId(client, options.translation, options.graphics)
  const plan = await waitForPlan(client, id, by)
  const flagged = plan.lines.filter(({ outcome }) => outcome === 'flagged')
  const decisions = options.accept
    ? Object.fromEntries(flagged.filter(({ to }) => to.length > 0).map(({ line }) => [line, 0]))
    : {}
  const result = options.apply
    ? await client.call(translations.conformTranslation, {
        params: { id },
        body: {
          by,
          apply: true,
          revision: plan.revision,
          dropped: options.keepDropped ? 'keep' : 'remove',
          decisions,
        },
      })
    : plan
  if (options.json) printJson(result)
  else printResult(id, result)
}

/** The films are compared in the background, which takes about as long as decoding them. */
async function waitForPlan(
  client: Client,
  id: string,
  by: translations.ConformSource,
): Promise<Result> {
  for (let shown = -1; ; await delay(POLL_MS)) {
    const plan = await client.call(translations.conformTranslation, {
      params: { id },
      body: { by },
    })
    if (plan.status === 'ready') return plan
    const percent = Math.round(plan.progress * 100)
    if (percent !== shown) console.error(`Comparing the two films: ${percent} %`)
    shown = percent
  }
}

function printResult(id: string, { counts, lines, matched, revision, applied }: Result) {
  const unusual = lines.filter(({ outcome }) => outcome !== 'moved')
  if (unusual.length > 0)
    printTable(
      ['Line', 'Outcome', 'Reason', 'Old start', 'New start', 'Text'],
      unusual.map((line) => [
        line.number,
        line.outcome,
        line.reason,
        line.startTime,
        line.to.map(({ startTime }) => startTime).join(' '),
        line.text,
      ]),
    )
  printDetails([
    ['Translation', id],
    ['Film found', matched === null ? null : `${Math.round(matched * 100)} %`],
    ['Moved', counts.moved],
    ['Split', counts.split],
    ['Dropped', counts.dropped],
    ['Flagged', counts.flagged],
    ['Revision', applied ? applied.revision : `${revision} (unchanged; apply it with --apply)`],
  ])
}

type SourceReader = (options: ConformOptions) => Promise<translations.ConformSource>

const SOURCES: Partial<Record<keyof ConformOptions, SourceReader>> = {
  to: async ({ from, to }) => ({
    kind: 'films',
    from: from ?? missing('--from'),
    to: to ?? missing('--to'),
  }),
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

async function readSource(options: ConformOptions): Promise<translations.ConformSource> {
  const used = (Object.keys(SOURCES) as (keyof ConformOptions)[]).filter(
    (name) => options[name] !== undefined,
  )
  if (used.length !== 1)
    throw new CliError(
      'usage',
      'Use one of: --from and --to, --edl, --otio, --changes, --stretch, --points, --offset',
    )
  return SOURCES[used[0]!]!(options)
}

const readText = async (file: string) => new TextDecoder().decode(await readInput(file))

function missing(flag: string): never {
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
