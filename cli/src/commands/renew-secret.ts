import { webhooks } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { printDetails, printJson } from '../output/print.ts'

type Options = { id: string; json?: boolean }

export async function renewSecret({ call }: Client, { id, json }: Options): Promise<void> {
  const renewed = await call(webhooks.renewSecret, { params: { id } })
  if (json) return printJson(renewed)
  printDetails([
    ['Webhook', renewed._id],
    ['Secret (shown once)', renewed.secret],
  ])
}
