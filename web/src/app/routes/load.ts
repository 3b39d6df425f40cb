import {
  createQueryStarter,
  type QueryContext,
  type QueryStarter,
} from '../../api/query-starter.ts'

type Match = { context: QueryContext; cause: 'enter' | 'stay' | 'preload'; preload: boolean }

/**
 * The `beforeLoad` of a route: starts its queries when a link is followed, at the same time as its
 * code. Hovering a link starts none, because reading an asset is recorded. A page that stays open
 * refreshes its queries itself.
 */
export function load(
  { context, cause, preload }: Match,
  start: (queries: QueryStarter) => void,
): void {
  if (!preload) start(createQueryStarter(context, { onlyMissing: cause === 'stay' }))
}
