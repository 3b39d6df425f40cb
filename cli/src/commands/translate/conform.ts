// Moves a translation to a new cut of its film.
import { setTimeout as delay } from 'node:timers/promises'
import { translations } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../../output/exit-codes.ts'
import { printDetails, printJson, printTable } from '../../output/print.ts'
import { missing, readCutSource, type CutOptions } from './cut-source.ts'
import { findTranslationId } from './find-translation.ts'

type ConformOptions = CutOptions & {
  translation: string
  from?: string
  to?: string
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

async function readSource(options: ConformOptions): Promise<translations.ConformSource> {
  const { from, to } = options
  const cut = await readCutSource(options)
  if (Boolean(cut) === (to !== undefined))
    throw new CliError(
      'usage',
      'Use one of: --from and --to, --edl, --otio, --changes, --stretch, --points, --offset',
    )
  return cut ?? { kind: 'films', from: from ?? missing('--from'), to: to! }
}
