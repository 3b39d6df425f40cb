import type { workrequests } from '@reelay/api/contract'

type Move = workrequests.PossibleMove

/** The moves that all requests allow. If one needs a reason, the move needs a reason. */
export function commonMoves(movesOfRequests: readonly (readonly Move[])[]): Move[] {
  const [first = [], ...others] = movesOfRequests
  return first.flatMap((move): Move[] => {
    const counterparts = others.map((moves) => moves.find(({ to }) => to === move.to))
    const all = [move, ...counterparts]
    if (all.some((one) => !one?.may)) return []
    const found = all as Move[]
    return [
      {
        ...move,
        missing: found.flatMap(({ missing }) => missing),
        needsReason: found.some(({ needsReason }) => needsReason),
        needsCode: found.some(({ needsCode }) => needsCode),
      },
    ]
  })
}
