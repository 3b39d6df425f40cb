// Printed lists of lines: the dialogue list and the spotting list.
import { Type, type Static } from 'typebox'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import { IdParams, StrictObject } from '../../kernel/http/contract/schema.ts'
import { Offset } from './files.ts'

/**
 * `dialogue`: who says what, in the original and the translation, with notes and open comments.
 * `spotting`: how long each line is on screen, its characters and its reading speed.
 */
export const LINE_LISTS = ['dialogue', 'spotting'] as const
export type LineList = (typeof LINE_LISTS)[number]
export const LIST_FORMATS = ['xlsx', 'pdf'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

/** `offset`: the timecode of the first frame, if it is not the one of the film. */
export const LineListOptions = StrictObject({
  list: Type.Enum([...LINE_LISTS]),
  format: Type.Enum([...LIST_FORMATS]),
  of: Type.Optional(Type.Enum(['text', 'source'])),
  offset: Type.Optional(Offset),
})
export type LineListOptions = Static<typeof LineListOptions>

export const lineListEndpoint = (base: '/translations' | '/scripts', noun: string) =>
  endpoint({
    method: 'GET',
    path: `${base}/:id/export/list`,
    access: 'signed-in',
    load: 'heavy',
    summary: `Export ${noun} as a dialogue list or a spotting list`,
    bytes: 'out',
    params: IdParams,
    query: LineListOptions,
    reply: Type.Unsafe<never>({ type: 'string', format: 'binary' }),
  })
