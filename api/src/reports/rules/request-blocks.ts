// The facts of many days as few sorted lists of numbers. A report counts and selects in them by binary
// search, so a year costs little more than a month.
import { STATUSES, type Status } from '../../workrequests/contract.ts'
import type { Volume } from '../contract.ts'
import type { BlockScope } from './blocks.ts'
import { packColumns, lengthOfColumns, unpackColumns, type ColumnsOf } from './packed-columns.ts'
import {
  NO_DURATION,
  NO_STATUS,
  packFacts,
  pickFacts,
  unpackFacts,
  type RequestFacts,
} from './request-facts.ts'

export const VOLUME_COLUMNS = [
  'ordered',
  'submitted',
  'delivered',
  'cancelled',
] as const satisfies readonly (keyof Volume['total'])[]
const VOLUME_NAMES: Partial<Record<Status, keyof Volume['total']>> = {
  submitted: 'submitted',
  complete: 'delivered',
  cancelled: 'cancelled',
}
/** The position in `VOLUME_COLUMNS` by the number of the status; -1 for those that do not count. */
export const COLUMN_OF_CODE = new Int8Array(NO_STATUS + 1).fill(-1)
COLUMN_OF_CODE[NO_STATUS] = 0
for (const [code, status] of STATUSES.entries()) {
  const name = VOLUME_NAMES[status]
  if (name) COLUMN_OF_CODE[code] = VOLUME_COLUMNS.indexOf(name)
}

/**
 * Facts of one territory, sorted. `of` is a column of the volume for times, the status before for
 * working seconds in it, and -1 for working seconds of whole requests.
 */
export type FactList = { of: number; territory: number; values: Uint32Array }
export const WHOLE = -1
export type RequestBlock = {
  territories: string[]
  times: FactList[]
  durations: FactList[]
  /** Facts that count depending on the period. */
  rare: RequestFacts
}

/** `[of, territory, length]` */
type ListHeader = [number, number, number]
type BlockHeader = { territories: string[]; times: ListHeader[]; durations: ListHeader[] }
const VOLUME_LAYOUT = { rare: Uint8Array, time: Uint32Array } as const
const LAYOUT = { ...VOLUME_LAYOUT, duration: Uint32Array } as const

type BlockDraft = {
  territories: string[]
  times: Map<string, number[]>
  durations: Map<string, number[]>
  rare: { facts: RequestFacts; indexes: number[] }[]
}
const createDraft = (): BlockDraft => ({
  territories: [],
  times: new Map(),
  durations: new Map(),
  rare: [],
})

/** The facts of a scope, which is a group of readers. */
export type BlockOfScope = BlockScope & { block: RequestBlock }

/**
 * Blocks of all scopes with facts, of the studio, and of what all vendors see. Vendors see only
 * requests that are offered to them.
 */
export function collectBlocks(
  days: readonly { vendor: string; facts: RequestFacts }[],
): BlockOfScope[] {
  const drafts = new Map<string, BlockScope & { draft: BlockDraft }>()
  const draftOf = (scope: BlockScope['scope'], id: string): BlockDraft => {
    const key = `${scope} ${id}`
    const known = drafts.get(key) ?? { scope, id, draft: createDraft() }
    drafts.set(key, known)
    return known.draft
  }
  const studio = draftOf('studio', '')
  draftOf('vendor', '')
  for (const { vendor, facts } of days) {
    const wholes = new Map(
      [...facts.completed].map((index, position) => [index, facts.whole[position]!]),
    )
    for (let index = 0; index < facts.at.length; index++) {
      const territory = facts.territories[facts.territory[index]!]!
      addFact(studio, facts, index, wholes)
      addFact(draftOf('territory', territory), facts, index, wholes)
      addFact(draftOf('owner', String(facts.owner[index])), facts, index, wholes)
      if (facts.offered[index] === 1) addFact(draftOf('vendor', vendor), facts, index, wholes)
    }
  }
  return [...drafts.values()].map(({ scope, id, draft }) => ({
    scope,
    id,
    block: {
      territories: draft.territories,
      times: sortedLists(draft.times),
      durations: sortedLists(draft.durations),
      rare: pickFacts(draft.rare),
    },
  }))
}

function addFact(
  draft: BlockDraft,
  facts: RequestFacts,
  index: number,
  wholes: ReadonlyMap<number, number>,
): void {
  const column = COLUMN_OF_CODE[facts.status[index]!]!
  if (isRare(facts, index, column)) {
    const last = draft.rare.at(-1)
    if (last?.facts === facts) last.indexes.push(index)
    else draft.rare.push({ facts, indexes: [index] })
    return
  }
  const name = facts.territories[facts.territory[index]!]!
  const known = draft.territories.indexOf(name)
  const territory = known < 0 ? draft.territories.push(name) - 1 : known
  const add = (lists: Map<string, number[]>, of: number, value: number) => {
    const key = `${of} ${territory}`
    const list = lists.get(key)
    if (list) list.push(value)
    else lists.set(key, [value])
  }
  if (column >= 0) add(draft.times, column, facts.at[index]!)
  if (facts.took[index] !== NO_DURATION)
    add(draft.durations, facts.before[index]!, facts.took[index]!)
  const whole = wholes.get(index)
  if (whole !== undefined) add(draft.durations, WHOLE, whole)
}

/** Whether it counts only if the one before or after it is not in the same period. */
const isRare = ({ previous, next }: RequestFacts, index: number, column: number): boolean =>
  (column >= 0 && previous[index] !== undefined) || next[index] !== undefined

const sortedLists = (lists: Map<string, number[]>): FactList[] =>
  [...lists].map(([key, values]) => {
    const [of, territory] = key.split(' ').map(Number) as [number, number]
    return { of, territory, values: Uint32Array.from(values).sort() }
  })

export function packBlock({ territories, times, durations, rare }: RequestBlock): Buffer {
  const headers = (lists: FactList[]) =>
    lists.map(({ of, territory, values }): ListHeader => [of, territory, values.length])
  return packColumns(
    {
      territories,
      times: headers(times),
      durations: headers(durations),
    } satisfies BlockHeader,
    { rare: new Uint8Array(packFacts(rare)), time: joined(times), duration: joined(durations) },
  )
}

function joined(lists: FactList[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { values }) => sum + values.length, 0))
  let at = 0
  for (const { values } of lists) {
    all.set(values, at)
    at += values.length
  }
  return all
}

/** How many bytes the volume report needs. */
export const volumeLengthOfBlock = (packed: Buffer): number =>
  lengthOfColumns(packed, VOLUME_LAYOUT)

/** From the first bytes, of which there are `volumeLengthOfBlock`: without durations. */
export function unpackBlockOfVolume(packed: Buffer): RequestBlock {
  const block = unpackColumns<BlockHeader, typeof VOLUME_LAYOUT>(packed, VOLUME_LAYOUT)
  return { ...commonOf(block), durations: [] }
}

export function unpackBlock(packed: Buffer): RequestBlock {
  const block = unpackColumns<BlockHeader, typeof LAYOUT>(packed, LAYOUT)
  return { ...commonOf(block), durations: splitLists(block.durations, block.duration) }
}

const commonOf = ({
  territories,
  times,
  time,
  rare,
}: BlockHeader & ColumnsOf<typeof VOLUME_LAYOUT>) => ({
  territories,
  times: splitLists(times, time),
  rare: unpackFacts(Buffer.from(rare)),
})

function splitLists(headers: ListHeader[], values: Uint32Array): FactList[] {
  let at = 0
  return headers.map(([of, territory, length]) => ({
    of,
    territory,
    values: values.subarray(at, (at += length)),
  }))
}
