import { notificationTitles, type events } from '@reelay/api/contract'
import type { Client } from '../../client.ts'
import { hear, type Hearing } from './subscribe.ts'
import { jsonOf, moment, plain } from '../../output/print.ts'

type Options = Hearing & { json?: boolean }

export async function watch(client: Client, { json, ...hearing }: Options): Promise<void> {
  for await (const event of hear(client, hearing)) console.log(json ? jsonOf(event) : lineOf(event))
}

function lineOf({ type, created, from, assets = [], workRequest, _id }: events.Event): string {
  const about = [
    assets.map(({ name }) => name).join(', '),
    workRequest && `${workRequest.territory} ${workRequest.language} ${workRequest._id}`,
  ].filter(Boolean)
  return plain(
    [
      moment(created),
      type.padEnd(3),
      notificationTitles.titleOf(type, from.name),
      ...about,
      `(${_id})`,
    ].join('  '),
  )
}
