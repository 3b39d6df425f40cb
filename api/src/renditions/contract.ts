import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { IdOrSlug, Nullable, IdParams, StrictObject } from '../kernel/http/contract/schema.ts'

export type { Warning } from '../files/contract.ts'

/**
 * Frame rate, timecode and shot changes (in seconds). Translators and reviewers see it without
 * access to the file.
 */
export const FilmInfo = StrictObject({
  frameRate: Type.String(),
  aspect: Type.String(),
  timecode: Nullable(Type.String()),
  cuts: Type.Array(Type.Number()),
})
export type FilmInfo = Static<typeof FilmInfo>

/**
 * Playback status and URLs: the fields of every record that plays a file. `film` is null for audio
 * and images, and until the file has been probed.
 */
export const Playback = StrictObject({
  status: Type.Enum(['waiting', 'making', 'ready', 'failed', 'none']),
  progress: Type.Number(),
  duration: Nullable(Type.Number()),
  film: Nullable(FilmInfo),
  poster: Nullable(Type.String()),
  storyboard: Nullable(Type.String()),
  peaks: Nullable(Type.String()),
})
export type Playback = Static<typeof Playback>

/** Playback changes while a client holds the record, so a PUT may send these fields: ignored. */
export const IgnoredPlayback = StrictObject({
  status: Type.Unknown(),
  progress: Type.Unknown(),
  duration: Type.Unknown(),
  film: Type.Unknown(),
  poster: Type.Unknown(),
  storyboard: Type.Unknown(),
  peaks: Type.Unknown(),
})

const Bytes = Type.Unsafe<never>({ type: 'string', format: 'binary' })
const Variant = StrictObject({
  id: IdOrSlug,
  variant: Type.String({
    pattern: '^[a-z0-9]{1,20}$',
    expects: 'the name of a variant such as v720',
  }),
})
const PartNumber = Type.String({ pattern: '^[0-9]{1,6}$', expects: 'the number of a part' })

/** The endpoints that play a record. Each request checks the caller's access again. */
export function playbackEndpoints<A extends 'signed-link' | 'share' = 'signed-link'>(
  collection: '/previews' | '/offlines' | '/playback' | '/shared',
  noun: string,
  access: A = 'signed-link' as A,
) {
  const playback = { method: 'GET', access, bytes: 'out', reply: Bytes } as const
  return {
    content: endpoint({
      ...playback,
      path: `${collection}/:id/content`,
      summary: `Play ${noun}: an HLS playlist for video and audio, otherwise the image`,
      params: IdParams,
    }),
    playlist: endpoint({
      ...playback,
      path: `${collection}/:id/hls/:variant`,
      summary: `Get the playlist of one variant of ${noun}`,
      params: Variant,
    }),
    segment: endpoint({
      ...playback,
      path: `${collection}/:id/hls/:variant/:number`,
      summary: `Get a segment of ${noun}; 0 is the initialization segment`,
      params: StrictObject({ ...Variant.properties, number: PartNumber }),
    }),
    poster: endpoint({
      ...playback,
      path: `${collection}/:id/poster`,
      summary: `Get a poster image of ${noun}`,
      params: IdParams,
    }),
    thumbnail: endpoint({
      ...playback,
      path: `${collection}/:id/thumbnail`,
      summary: `Get the poster image of ${noun} in the size of a list`,
      params: IdParams,
    }),
    storyboard: endpoint({
      ...playback,
      path: `${collection}/:id/storyboard`,
      summary: `Get the storyboard of ${noun} as WebVTT`,
      params: IdParams,
    }),
    sheet: endpoint({
      ...playback,
      path: `${collection}/:id/storyboard/:number`,
      summary: `Get a sprite sheet of the storyboard of ${noun}`,
      params: StrictObject({ id: IdOrSlug, number: PartNumber }),
    }),
    peaks: endpoint({
      ...playback,
      path: `${collection}/:id/peaks`,
      summary: `Get the waveform of ${noun}`,
      params: IdParams,
    }),
  }
}
