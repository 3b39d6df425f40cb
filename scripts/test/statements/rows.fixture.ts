// Templates that declare what they return, or something else. They read the table `studio`.
import { sql } from '../../../api/src/kernel/db/sql.ts'

export const RIGHT = {
  everyType: sql<{
    id: string
    count: number
    made: Date
    settings: { currency: string }
    names: string[]
    isOpen: boolean
    logo: string | null
    sum: string
  }>`select id, 1::int8 as count, created_at as made, settings, array[name] as names,
    true as "isOpen", null::text as logo, 1::numeric as sum from studio`,
  unionOfTexts: sql<{ kind: 'a' | 'b' }>`select 'a' as kind`,
  optional: sql<{ id: string; name?: string }>`select id from studio`,
  piece: sql`select ${sql`name`} as unchecked from studio`,
}

export const WRONG = {
  column: sql<{ id: string; nam: string }>`select id, name from studio`,
  type: sql<{ id: number }>`select id as id from studio`,
  time: sql<{ made: string }>`select created_at as made from studio`,
  number: sql<{ sum: number }>`select 2::numeric as sum`,
  array: sql<{ ids: number[] }>`select array_agg(id) as ids from studio`,
  json: sql<{ made: Date }>`select to_jsonb(now()) as made`,
  null: sql<{ logo: string }>`select logo_id as logo from studio`,
}

export const UNSENT = sql<{ id: string }>`select id from studio where false`
