// The facts of many days as few sorted lists of numbers. A report counts and selects in them by binary
// search, so a year costs little more than a month.
import { STATUSES, type Status } from '../../workrequests/contract.ts'
import type { Volume } from '../contract.ts'
import { packColumns, lengthOfColumns, unpackColumns, type ColumnsOf } from './packed-columns.ts'
import {
  NO_DURATION,
  NO_STATUS,
  packFacts,
  pickFacts,
  unpackFacts,
  type RequestFacts,
} from './request-facts.ts'

/** Blocks begin at days that are multiples of this. */
export const BLOCK_DAYS = 32

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
export type FactList = {
  of: number
  territory: number
  offered: boolean
  values: Uint32Array
}
export const WHOLE = -1
export type RequestBlock = {
  territories: string[]
  times: FactList[]
  durations: FactList[]
  /** Facts that count depending on the period. */
  rare: RequestFacts
}

/** `[of, territory, offered, length]` */
type ListHeader = [number, number, number, number]
type BlockHeader = { territories: string[]; times: ListHeader[]; durations: ListHeader[] }
const VOLUME_LAYOUT = { rare: Uint8Array, time: Uint32Array } as const
const LAYOUT = { ...VOLUME_LAYOUT, duration: Uint32Array } as const

export function collectBlock(days: readonly RequestFacts[]): RequestBlock {
  const territories: string[] = []
  const lists = { times: new Map<string, number[]>(), durations: new Map<string, number[]>() }
  const rare: { facts: RequestFacts; indexes: number[] }[] = []
  for (const facts of days) {
    const positions = facts.territories.map((territory) => {
      const known = territories.indexOf(territory)
      return known < 0 ? territories.push(territory) - 1 : known
    })
    const indexes: number[] = []
    const add = (kind: keyof typeof lists, of: number, index: number, value: number) => {
      const key = `${of} ${positions[facts.territory[index]!]!} ${facts.offered[index]!}`
      const list = lists[kind].get(key)
      if (list) list.push(value)
      else lists[kind].set(key, [value])
    }
    for (const [index, at] of facts.at.entries()) {
      const column = COLUMN_OF_CODE[facts.status[index]!]!
      if (isRare(facts, index, column)) {
        indexes.push(index)
        continue
      }
      if (column >= 0) add('times', column, index, at)
      if (facts.took[index] !== NO_DURATION)
        add('durations', facts.before[index]!, index, facts.took[index]!)
    }
    for (const [position, index] of facts.completed.entries())
      if (!indexes.includes(index)) add('durations', WHOLE, index, facts.whole[position]!)
    rare.push({ facts, indexes })
  }
  return {
    territories,
    times: sortedLists(lists.times),
    durations: sortedLists(lists.durations),
    rare: pickFacts(rare),
  }
}

/** Whether it counts only if the one before or after it is not in the same period. */
const isRare = ({ previous, next }: RequestFacts, index: number, column: number): boolean =>
  (column >= 0 && previous[index] !== undefined) || next[index] !== undefined

const sortedLists = (lists: Map<string, number[]>): FactList[] =>
  [...lists].map(([key, values]) => {
    const [of, territory, offered] = key.split(' ').map(Number) as [number, number, number]
    return { of, territory, offered: offered === 1, values: Uint32Array.from(values).sort() }
  })

export function packBlock({ territories, times, durations, rare }: RequestBlock): Buffer {
  const headers = (lists: FactList[]) =>
    lists.map(({ of, territory, offered, values }): ListHeader => [
      of,
      territory,
      Number(offered),
      values.length,
    ])
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
  return headers.map(([of, territory, offered, length]) => ({
    of,
    territory,
    offered: offered === 1,
    values: values.subarray(at, (at += length)),
  }))
}
