// What a prepared document depends on besides its record, over `asset a` and `used.files`, the ids of
// the files in it.
import { sql } from 'kysely'

/** The next time at which an embargo of the asset or of a used file ends. */
export const nextEmbargoEnd = sql`least(
  (select min(f.embargo_end) from file f
    where f.asset_id = a.id and f.removed_at is null and f.embargo_end > now()),
  (select min(f.embargo_end) from file f
    where f.id = any (used.files) and f.embargo_end > now()))`

export const assetsOfUsedFiles = sql`array(
  select f.asset_id from file f where f.id = any (used.files))`

export const usesEmbargoedFile = sql`exists (
  select from file f join asset of_file on of_file.id = f.asset_id
  where f.id = any (used.files)
    and embargoed(f.embargo_end, f.embargo_event, of_file.terminal))`

export const usesOneStudio = sql`not exists (
  select from file f where f.id = any (used.files) and f.studio_id <> a.studio_id)`
