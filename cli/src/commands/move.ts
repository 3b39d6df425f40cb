import { workrequests } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import type { Client } from '../client.ts'
import { Stop } from '../output/exit-codes.ts'
import { endingOf } from '../output/errors.ts'
import { plain, printFacts, printJson } from '../output/print.ts'

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
  if (!status) return tellMoves(client, id, json)
  const moved = await client
    .call(workrequests.changeWorkRequest, {
      params: { id },
      body: { status, ...(reason && { reason }), ...(code && { code }) },
    })
    .catch((error: unknown) => {
      throw json ? error : explained(error, status)
    })
  if (json) printJson(moved)
  // The service may have gone on by itself.
  else
    printFacts([
      ['Work request', moved._id],
      ['Status', moved.status],
      ['Next', moved.$statuses.join(', ')],
    ])
}

/** What stands in the way is told whole: a table would cut it. */
async function tellMoves({ call }: Client, id: string, json: boolean | undefined) {
  const moves = await call(workrequests.listMoves, { params: { id } })
  if (json) return printJson(moves)
  for (const { to, may, why, missing, needsReason, needsCode } of moves) {
    const flags = [...(needsReason ? ['--reason'] : []), ...(needsCode ? ['--code'] : [])].join(
      ' and ',
    )
    printFacts([[to, may ? `you can${flags && `, with ${flags}`}` : 'not yet']])
    for (const line of may ? [] : missing.length ? missing.map(lineOf) : [why])
      console.log(`  ${plain(line)}`)
  }
}

const lineOf = ({ message, who }: workrequests.Missing) => `${message} (${who})`

function explained(error: unknown, to: string): unknown {
  const missing =
    error instanceof Refusal
      ? (error.problem.missing as workrequests.Missing[] | undefined)
      : undefined
  if (!missing?.length) return error
  return new Stop(
    endingOf(error),
    `It cannot become ${to} yet:${missing.map((one) => `\n  ${lineOf(one)}${one.who === 'you' ? `: --${one.code}` : ''}`).join('')}`,
  )
}
