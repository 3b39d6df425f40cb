import { workrequests } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'
import { exitReasonFor } from '../output/errors.ts'
import { CliError } from '../output/exit-codes.ts'
import { printDetails, printJson } from '../output/print.ts'
import { sanitizeText } from '../output/text-width.ts'

type Options = {
  request: string
  status?: workrequests.Status
  reason?: string
  code?: workrequests.WorkRequestChange['code']
  json?: boolean
}

export async function move(
  client: Client,
  { request: id, status, reason, code, json }: Options,
): Promise<void> {
  if (!status) return printMoves(client, id, json)
  const moved = await client
    .call(workrequests.changeWorkRequest, {
      params: { id },
      body: { status, ...(reason && { reason }), ...(code && { code }) },
    })
    .catch((error: unknown) => {
      throw json ? error : explainMissing(error, status)
    })
  if (json) return printJson(moved)
  // The service may have moved the request to a later status.
  printDetails([
    ['Work request', moved._id],
    ['Status', moved.status],
    ['Next', moved.$statuses.join(', ')],
  ])
}

/** Not printed as a table, which would truncate the missing items. */
async function printMoves({ call }: Client, id: string, json: boolean | undefined) {
  const moves = await call(workrequests.listMoves, { params: { id } })
  if (json) return printJson(moves)
  for (const { to, may, detail, missing, needsReason, needsCode } of moves) {
    const flags = [...(needsReason ? ['--reason'] : []), ...(needsCode ? ['--code'] : [])]
    const possible = `possible${flags.length ? `, with ${flags.join(' and ')}` : ''}`
    printDetails([[to, may ? possible : 'not yet']])
    const blockers = missing.length ? missing.map(formatMissingItem) : [detail]
    for (const line of may ? [] : blockers) console.log(`  ${sanitizeText(line)}`)
  }
}

const formatMissingItem = ({ message, who }: workrequests.MissingItem) => `${message} (${who})`

function explainMissing(error: unknown, to: string): unknown {
  const missing =
    error instanceof ApiError
      ? (error.problem.missing as workrequests.MissingItem[] | undefined)
      : undefined
  if (!missing?.length) return error
  const lines = missing.map(
    (item) => `\n  ${formatMissingItem(item)}${item.who === 'you' ? `: --${item.code}` : ''}`,
  )
  return new CliError(
    exitReasonFor(error),
    `The work request cannot move to ${to} yet:${lines.join('')}`,
  )
}
