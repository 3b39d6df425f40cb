import type { workrequests } from '@reelay/api/contract'

type Move = workrequests.PossibleMove

/** What can be done with every one of several requests; what one of them needs is asked for all. */
export function commonMoves(each: readonly (readonly Move[])[]): Move[] {
  const [first = [], ...others] = each
  return first.flatMap((move): Move[] => {
    const same = others.map((moves) => moves.find(({ to }) => to === move.to))
    const all = [move, ...same]
    if (all.some((one) => !one?.may)) return []
    const known = all as Move[]
    return [
      {
        ...move,
        missing: known.flatMap(({ missing }) => missing),
        needsReason: known.some(({ needsReason }) => needsReason),
        needsCode: known.some(({ needsCode }) => needsCode),
      },
    ]
  })
}
