// Moves the comments of an earlier version to the cut of an offline.
import { setTimeout as delay } from 'node:timers/promises'
import { offlines } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { printDetails, printJson, printTable } from '../output/print.ts'
import { readCutSource, type CutOptions } from './translate/cut-source.ts'

type ConformOptions = CutOptions & {
  offline: string
  from?: string
  apply?: boolean
  json?: boolean
}

const POLL_MS = 1_000

/** Without a list or a rate, the two films are compared. */
export async function conformComments(client: Client, options: ConformOptions): Promise<void> {
  const { offline: id, from, apply, json } = options
  const body: offlines.CommentConform = {
    by: (await readCutSource(options)) ?? { kind: 'films' },
    ...(from && { from }),
    ...(apply && { apply }),
  }
  const result = await waitForPlan(client, id, body)
  if (json) printJson(result)
  else printResult(result)
}

async function waitForPlan({ call }: Client, id: string, body: offlines.CommentConform) {
  for (let shown = -1; ; await delay(POLL_MS)) {
    const plan = await call(offlines.conformComments, { params: { id }, body })
    if (plan.status === 'ready') return plan
    const percent = Math.round(plan.progress * 100)
    if (percent !== shown) console.error(`Comparing the two films: ${percent} %`)
    shown = percent
  }
}

function printResult({
  comments,
  counts,
  matched,
  from,
  applied,
}: Awaited<ReturnType<typeof waitForPlan>>) {
  if (comments.length > 0)
    printTable(
      ['Outcome', 'Reason', 'Old frame', 'New frame', 'Timecode', 'Text'],
      comments.map(({ outcome, reason, from: old, to, text }) => [
        outcome,
        reason,
        old.first,
        to.map(({ first }) => first).join(' '),
        to[0]?.timecode ?? null,
        text,
      ]),
    )
  printDetails([
    ['Earlier version', from],
    ['Film found', matched === null ? null : `${Math.round(matched * 100)} %`],
    ['Moved', counts.moved],
    ['Flagged', counts.flagged],
    ['Dropped', counts.dropped],
    ['Applied', applied ? 'yes' : 'no (apply it with --apply)'],
  ])
}
