import { memory } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { printDetails, printJson } from '../output/print.ts'
import { readInput, writeOutput } from '../resources/input/bytes.ts'

type ExportOptions = { file?: string; studio?: string; language?: string; sourceLanguage?: string }

export async function exportMemory(
  { call }: Client,
  { file = '-', studio, language, sourceLanguage }: ExportOptions,
): Promise<void> {
  const query = {
    studio: needStudio(studio),
    ...(language && { language }),
    ...(sourceLanguage && { sourceLanguage }),
  }
  await writeOutput(file, await call(memory.exportMemory, { query }))
}

type ImportOptions = { file: string; studio?: string; json?: boolean }

export async function importMemory(
  { call }: Client,
  { file, studio, json }: ImportOptions,
): Promise<void> {
  const result = await call(memory.importMemory, {
    query: { studio: needStudio(studio) },
    body: await readInput(file),
  })
  if (json) return printJson(result)
  printDetails([
    ['Read', result.read],
    ['New', result.new],
    ['Known', result.known],
  ])
}

function needStudio(studio: string | undefined): string {
  if (!studio) throw new CliError('usage', 'Name the studio: --studio <id or slug>')
  return studio
}
