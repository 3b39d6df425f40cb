import type { renditions } from '@reelay/api/contract'

export type PlayerSource = {
  /** The id of a preview. */
  _id: string
  label: string
  getUrl: (renew: boolean) => Promise<string>
  poster: string | null
  duration: number | null
  film: renditions.FilmInfo | null
}
