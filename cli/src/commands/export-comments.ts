import { offlines } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { writeOutput } from '../resources/input/bytes.ts'

type Options = { offline: string; file?: string; format?: offlines.ExportFormat }

export async function exportComments(
  { call }: Client,
  { offline: id, file = '-', format = 'csv' }: Options,
): Promise<void> {
  const bytes = await call(offlines.exportComments, { params: { id }, query: { format } })
  await writeOutput(file, bytes)
}
