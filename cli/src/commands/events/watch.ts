import { notificationTitles, type events } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { formatTime, toJson } from '../../output/print.ts'
import { sanitizeText } from '../../output/text-width.ts'
import { subscribeToEvents, type EventFilter } from './subscribe.ts'

type Options = EventFilter & { json?: boolean }

export async function watch(client: Client, { json, ...filter }: Options): Promise<void> {
  for await (const event of subscribeToEvents(client, filter))
    console.log(json ? toJson(event) : lineFor(event))
}

function lineFor({
  type,
  created,
  from,
  assets = [],
  workRequest,
  details,
  _id,
}: events.Event): string {
  const subjects = [
    assets.map(({ name }) => name).join(', '),
    workRequest && `${workRequest.territory} ${workRequest.language} ${workRequest._id}`,
  ].filter(Boolean)
  const title = notificationTitles.titleOf(type, from.name, details)
  return sanitizeText(
    [formatTime(created), type.padEnd(3), title, ...subjects, `(${_id})`].join('  '),
  )
}
