// What a page shows, for the others, and the page that shows the same.
import type { reviewsessions } from '@reelay/api/contract'
import type { Arrangement, StageFilm } from '../player/stage.ts'

type View = reviewsessions.SessionView
/** The workspace that is open. */
export type OpenPage = Pick<View, 'page' | '_id'> & {
  beside: string | undefined
  offset: string | undefined
  playlist: string | undefined
}

export function viewOf(
  { page, _id, beside, offset, playlist }: OpenPage,
  film: Pick<StageFilm, 'kind' | '_id'> | undefined,
  { mode, wipe }: Pick<Arrangement, 'mode' | 'wipe'>,
): View {
  const isCompared = film !== undefined && film.kind !== 'file' && beside !== undefined
  return {
    page,
    _id,
    version: film ? { kind: film.kind, _id: film._id } : null,
    beside: isCompared ? beside : null,
    offset: isCompared ? Number(offset) || 0 : 0,
    mode,
    wipe,
    playlist: playlist ?? null,
  }
}

/** The part of a view that the URL of a page decides. */
export const pageKey = ({ page, _id, version, beside, offset, playlist }: View): string =>
  JSON.stringify([page, _id, version?.kind, version?._id, beside, offset, playlist])

/** Whether a page shows what the URL of the leader's page decides. */
export const showsPage = (view: View, own: View): boolean =>
  showsFilm(view, own) &&
  own.offset === view.offset &&
  own.playlist === view.playlist &&
  // A comparison is known only when the film is there.
  (own.version === null || own.beside === view.beside)

/** Whether a page shows the film of the leader. Until its film is there, the page decides. */
export function showsFilm(view: View, own: View): boolean {
  if (own.page !== view.page || own._id !== view._id) return false
  return !own.version || !view.version || own.version._id === view.version._id
}

type SharedSearch = { file?: string; beside?: string; playlist?: string }
type Target =
  | { to: '/offlines/$id' | '/workrequests/$id'; params: { id: string }; search: SharedSearch }
  | {
      to: '/assets/$id'
      params: { id: string }
      search: SharedSearch & { preview?: string; offset?: string }
    }

/** The page that shows what the leader looks at. */
export function targetOf({ page, _id, version, beside, offset, playlist }: View): Target {
  const search: SharedSearch = {
    ...(playlist && { playlist }),
    ...(beside && { beside }),
    ...(version?.kind === 'file' && { file: version._id }),
  }
  if (page === 'asset')
    return {
      to: '/assets/$id',
      params: { id: _id },
      search: {
        ...search,
        ...(version?.kind === 'preview' && { preview: version._id }),
        ...(offset !== 0 && { offset: String(offset) }),
      },
    }
  return version?.kind === 'offline'
    ? { to: '/offlines/$id', params: { id: version._id }, search }
    : { to: '/workrequests/$id', params: { id: _id }, search }
}
