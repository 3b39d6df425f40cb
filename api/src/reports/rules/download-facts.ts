// What the report counts about downloads.
import { packColumns, unpackColumns, type ColumnsOf } from './packed-columns.ts'

/** `asset` is the number of the asset. */
export type DownloadFact = { at: number; asset: number; person: string; length: number }
const LAYOUT = {
  at: Uint32Array,
  asset: Uint32Array,
  person: Uint32Array,
  length: Float64Array,
} as const
export type DownloadFacts = ColumnsOf<typeof LAYOUT> & { people: string[] }

export function collectDownloads(facts: readonly DownloadFact[]): DownloadFacts {
  const people = [...new Set(facts.map(({ person }) => person))]
  const positions = new Map(people.map((person, index) => [person, index]))
  return {
    people,
    at: Uint32Array.from(facts, ({ at }) => at),
    asset: Uint32Array.from(facts, ({ asset }) => asset),
    person: Uint32Array.from(facts, ({ person }) => positions.get(person)!),
    length: Float64Array.from(facts, ({ length }) => length),
  }
}

export function packDownloads(facts: readonly DownloadFact[]): Buffer {
  const { people, ...columns } = collectDownloads(facts)
  return packColumns({ people }, columns)
}

export const unpackDownloads = (packed: Buffer): DownloadFacts =>
  unpackColumns<{ people: string[] }, typeof LAYOUT>(packed, LAYOUT)
