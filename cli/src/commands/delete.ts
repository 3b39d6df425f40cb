import type { Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { printJson } from '../output/print.ts'
import { createPrompt } from '../output/prompt.ts'
import { sanitizeText } from '../output/text-width.ts'
import { paramsOf } from '../resources/address.ts'
import { RESOURCE_DEFINITIONS } from '../resources/all.ts'
import { RESOURCES, type ResourceName } from '../resources/names.ts'

type Options = {
  resource: ResourceName
  parent?: string
  id: string[]
  yes?: boolean
  json?: boolean
}

export async function deleteRecords(
  client: Client,
  { resource, parent, id: ids, yes, json }: Options,
): Promise<void> {
  const { delete: endpoint } = RESOURCE_DEFINITIONS[resource]
  const { singular } = RESOURCES[resource]
  if (!yes) await confirm(`Delete ${singular} ${ids.join(', ')}?`)
  const deleted: unknown[] = []
  for (const id of ids) {
    const params = await paramsOf(client, { resource, parent, id })
    deleted.push(await client.call(endpoint!, { params } as never))
    if (!json) console.log(`Deleted ${singular} ${sanitizeText(id)}`)
  }
  if (json) printJson(deleted)
}

/** Scripts confirm with a flag: without a terminal nobody can answer. */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CliError('usage', 'Without a terminal, confirm the deletion with --yes.')
  const prompt = createPrompt()
  const answer = await prompt.text(sanitizeText(`${question} [y/N]`), 'N').finally(prompt.close)
  if (!/^y(es)?$/i.test(answer)) throw new CliError('interrupted', 'Nothing was deleted.')
}
