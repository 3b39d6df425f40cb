import { shares } from '@reelay/api/contract'
import type { QueryStarter } from '../../api/query-starter.ts'

export function sharesInput(state: string | undefined) {
  const known = shares.SHARE_STATES.find((one) => one === state)
  return { query: { ...(known && { state: known }) } }
}

export function loadShares({ pages }: QueryStarter, state: string | undefined) {
  pages(shares.listShares, sharesInput(state))
}
