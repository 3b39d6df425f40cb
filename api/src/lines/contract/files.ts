// The options of imported and exported files.
import { Type, type Static } from 'typebox'
import { CUE_VARIANTS, DELIVERY_NAMES } from '@reelay/subtitles/delivery'
import { FORMAT_NAMES, READABLE_FORMAT_NAMES, READ_CODES } from '@reelay/subtitles/formats'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import {
  IdParams,
  Nullable,
  StrictObject,
  StrictPartial,
} from '../../kernel/http/contract/schema.ts'

/**
 * What is dropped or repaired, and `code`, why. `cue` counts from 1; null is the whole file. `line`
 * and `column` are the place in the file; in a binary file, they are the block and the byte in it.
 * `startTime` and `text` are those of the cue as it was read.
 */
export const ImportWarning = StrictObject({
  cue: Nullable(Type.Integer()),
  code: Type.Enum([...READ_CODES]),
  lost: Type.String(),
  line: Nullable(Type.Integer()),
  column: Nullable(Type.Integer()),
  startTime: Nullable(Type.String()),
  text: Nullable(Type.String()),
})
export type ImportWarning = Static<typeof ImportWarning>

/** What is dropped. `cue` counts from 1; null is the whole file. */
export const ExportWarning = StrictObject({ cue: Nullable(Type.Integer()), lost: Type.String() })
export type ExportWarning = Static<typeof ExportWarning>

/**
 * What an export drops, and why it would be refused. `cue` counts from 1; a file with errors cannot
 * be written.
 */
export const ExportCheck = StrictObject({
  warnings: Type.Array(ExportWarning),
  errors: Type.Array(StrictObject({ cue: Nullable(Type.Integer()), message: Type.String() })),
})
export type ExportCheck = Static<typeof ExportCheck>
const FormatName = Type.Enum([...FORMAT_NAMES])
/** Where the times of the file start: 10:00:00:00 in frames, or 10:00:00,000. */
export const Offset = Type.String({ pattern: '^\\d{2}:\\d{2}:\\d{2}[:;,.]\\d{2,3}$' })
/**
 * Either `format`, or `delivery`: the profile of a recipient, which has a format, rules, and a start
 * time of its own unless `offset` is given. `variant`: `sdh` has everything, for the deaf and hard of
 * hearing; `forced` only the forced narratives; `clean` no sounds and no names of speakers.
 */
export const LineExportOptions = StrictObject({
  format: Type.Optional(FormatName),
  delivery: Type.Optional(Type.Enum([...DELIVERY_NAMES])),
  of: Type.Optional(Type.Enum(['text', 'source'])),
  variant: Type.Optional(Type.Enum([...CUE_VARIANTS])),
  offset: Type.Optional(Offset),
})
export type LineExportOptions = Static<typeof LineExportOptions>

export const exportEndpoints = (base: '/translations' | '/scripts', noun: string) => ({
  export: endpoint({
    method: 'GET',
    path: `${base}/:id/export`,
    access: 'signed-in',
    load: 'heavy',
    summary: `Export ${noun} as a subtitle file`,
    bytes: 'out',
    params: IdParams,
    query: LineExportOptions,
    reply: Type.Unsafe<never>({ type: 'string', format: 'binary' }),
  }),
  checkExport: endpoint({
    method: 'GET',
    path: `${base}/:id/export/check`,
    access: 'signed-in',
    summary: `List what a subtitle file of ${noun} would lose, without writing it`,
    params: IdParams,
    query: LineExportOptions,
    reply: ExportCheck,
  }),
})

export const IMPORT_MODES = ['merge', 'replace', 'append'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]
/**
 * `format`: detected by the content of the file if absent. `mode`: `merge` matches lines by their
 * times and keeps the others, `replace` also removes the others, and `append` adds the file after the
 * last line, later if the times of the file begin before. `into`: which field the text of the file
 * goes into. `times`: whether matched lines take their times from the file. `dry`: preview only.
 * `offset`: the time of the first frame in the file, which is subtracted. `strict`: refuse a file with
 * a fault instead of repairing it or leaving the cue out.
 */
export const ImportOptions = StrictObject({
  ...StrictPartial(
    StrictObject({
      format: Type.Enum([...READABLE_FORMAT_NAMES]),
      mode: Type.Enum([...IMPORT_MODES]),
      into: Type.Enum(['text', 'source']),
      times: Type.Enum(['take', 'keep']),
      dry: Type.Enum(['true', 'false']),
      offset: Offset,
      strict: Type.Enum(['true', 'false']),
    }),
  ).properties,
})
export type ImportOptions = Static<typeof ImportOptions>
