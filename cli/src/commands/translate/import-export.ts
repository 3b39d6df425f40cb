import { scripts, translations, type lines } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import {
  FORMAT_NAMES,
  READABLE_FORMAT_NAMES,
  detectFormat,
  type FormatName,
  type ReadableFormatName,
} from '@reelay/subtitles/formats'
import { CliError } from '../../output/exit-codes.ts'
import { printDetails, printJson, type Detail } from '../../output/print.ts'
import { readInput, writeOutput } from '../../resources/input/bytes.ts'
import { findTranslationId } from './find-translation.ts'

type ExportOptions = {
  translation: string
  file?: string
  format?: FormatName
  of?: 'text' | 'source'
  offset?: string
  graphics?: boolean
}

export async function exportLines(
  client: Client,
  { translation, file = '-', format = outputFormat(file), of, offset, graphics }: ExportOptions,
): Promise<void> {
  const id = await findTranslationId(client, translation, graphics)
  const bytes = await client.call(translations.translationLines.export, {
    params: { id },
    query: { format, ...(of && { of }), ...(offset && { offset }) },
  })
  await writeOutput(file, bytes)
}

type ScriptOptions = { script: string; file?: string; format?: FormatName }

export async function exportScript(
  { call }: Client,
  { script: id, file = '-', format = outputFormat(file) }: ScriptOptions,
): Promise<void> {
  const input = { params: { id }, query: { format } }
  await writeOutput(file, await call(scripts.scriptLines.export, input))
}

type ImportScriptOptions = {
  script: string
  file: string
  format?: ReadableFormatName
  dryRun?: boolean
  json?: boolean
}

export async function importScript(
  { call }: Client,
  { script: id, file, format, dryRun, json }: ImportScriptOptions,
): Promise<void> {
  const bytes = await readInput(file)
  const result = await call(scripts.scriptLines.import, {
    params: { id },
    query: {
      format: format ?? inputFormat(file, bytes),
      ...(dryRun && { dry: 'true' as const }),
    },
    body: bytes,
  })
  if (json) printJson(result)
  else printImport(['Script', id], result, dryRun)
}

type ImportOptions = Omit<ExportOptions, 'of' | 'format'> & {
  file: string
  format?: ReadableFormatName
  dryRun?: boolean
  json?: boolean
  unmatched?: lines.ImportOptions['left']
} & Pick<lines.ImportOptions, 'into' | 'times'>

export async function importLines(client: Client, options: ImportOptions): Promise<void> {
  const { translation, file, graphics, dryRun, json, into, times, unmatched, offset } = options
  const bytes = await readInput(file)
  const { format = inputFormat(file, bytes) } = options
  const id = await findTranslationId(client, translation, graphics)
  const query = {
    format,
    ...(into && { into }),
    ...(times && { times }),
    ...(unmatched && { left: unmatched }),
    ...(offset && { offset }),
    ...(dryRun && { dry: 'true' as const }),
  }
  const result = await client.call(translations.translationLines.import, {
    params: { id },
    query,
    body: bytes,
  })
  if (json) printJson(result)
  else printImport(['Translation', id], result, dryRun)
}

function printImport(target: Detail, result: lines.ImportResult, dryRun: boolean | undefined) {
  printDetails([
    target,
    ['Lines read', result.read],
    ['Matched', result.matched],
    ['Changed', result.changed],
    ['Added', result.added.length],
    ['Unmatched', result.left.length],
    ['Revision', dryRun ? 'unchanged (dry run)' : result.revision],
  ])
  printWarnings(result.warnings, dryRun)
}

/** On stderr, because the details are the output. */
function printWarnings(warnings: readonly lines.ImportWarning[], dryRun: boolean | undefined) {
  if (warnings.length === 0) return
  console.error(dryRun ? '\nThe import would drop or repair:' : '\nDropped or repaired:')
  for (const { cue, lost } of warnings)
    console.error(cue === null ? `  File: ${lost}` : `  Cue ${cue}: ${lost}`)
}

function inputFormat(file: string, bytes: Uint8Array): ReadableFormatName {
  return detectFormat(file, bytes) ?? unknownFormat(READABLE_FORMAT_NAMES)
}

/** By the file extension. Several formats are XML, so `.xml` alone is not enough. */
function outputFormat(file: string): FormatName {
  const extension = file.split('.').at(-1)!.toLowerCase()
  return FORMAT_NAMES.find((name) => name === extension) ?? unknownFormat(FORMAT_NAMES)
}

function unknownFormat(names: readonly string[]): never {
  throw new CliError('usage', `Name the format: --format ${names.join(', ')}`)
}
