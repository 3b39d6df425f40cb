import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import { IdOrSlug, Nullable, Params, Strict } from '../kernel/schema.ts'

export type { Warning } from '../files/contract.ts'

/**
 * What frames are counted by, and where shots change, in seconds. Who translates or reviews a film
 * sees it without seeing its file.
 */
export const Film = Strict({
  frameRate: Type.String(),
  aspect: Type.String(),
  timecode: Nullable(Type.String()),
  cuts: Type.Array(Type.Number()),
})
export type Film = Static<typeof Film>

/**
 * How far what can be watched of a file is, and where it is found: fields of every record that
 * plays one. `film` is null where no picture moves, or nobody has looked yet.
 */
export const Showing = Strict({
  status: Type.Enum(['waiting', 'making', 'ready', 'failed', 'none']),
  progress: Type.Number(),
  duration: Nullable(Type.Number()),
  film: Nullable(Film),
  poster: Nullable(Type.String()),
  storyboard: Nullable(Type.String()),
  peaks: Nullable(Type.String()),
})
export type Showing = Static<typeof Showing>

/** It moves while somebody reads it, so what is sent back of it says nothing. */
export const Sent = Strict({
  status: Type.Unknown(),
  progress: Type.Unknown(),
  duration: Type.Unknown(),
  film: Type.Unknown(),
  poster: Type.Unknown(),
  storyboard: Type.Unknown(),
  peaks: Type.Unknown(),
})

const Bytes = Type.Unsafe<never>({ type: 'string', format: 'binary' })
const Variant = Strict({ id: IdOrSlug, variant: Type.String({ pattern: '^[a-z0-9]{1,20}$' }) })
const PartNumber = Type.String({ pattern: '^[0-9]{1,6}$' })

/**
 * The addresses from which a record is watched. Who asks is looked at for every one of them, each
 * time.
 */
export function watching(at: '/previews' | '/offlines', noun: string) {
  const shown = { method: 'GET', access: 'signed-link', bytes: 'out', reply: Bytes } as const
  return {
    content: endpoint({
      ...shown,
      path: `${at}/:id/content`,
      summary: `Watch ${noun}: an HLS playlist of a film or sound, otherwise the picture`,
      params: Params,
    }),
    playlist: endpoint({
      ...shown,
      path: `${at}/:id/hls/:variant`,
      summary: `The segments of a variant of ${noun}`,
      params: Variant,
    }),
    segment: endpoint({
      ...shown,
      path: `${at}/:id/hls/:variant/:number`,
      summary: `A segment of ${noun}; 0 is its beginning`,
      params: Strict({ ...Variant.properties, number: PartNumber }),
    }),
    poster: endpoint({
      ...shown,
      path: `${at}/:id/poster`,
      summary: `A still of ${noun}`,
      params: Params,
    }),
    storyboard: endpoint({
      ...shown,
      path: `${at}/:id/storyboard`,
      summary: `Small pictures along ${noun}, as WebVTT`,
      params: Params,
    }),
    sheet: endpoint({
      ...shown,
      path: `${at}/:id/storyboard/:number`,
      summary: `A sheet of small pictures of ${noun}`,
      params: Strict({ id: IdOrSlug, number: PartNumber }),
    }),
    peaks: endpoint({
      ...shown,
      path: `${at}/:id/peaks`,
      summary: `The waveform of ${noun}`,
      params: Params,
    }),
  }
}
