// What a backup contains: the objects that the modules' rows reference, and the rows to leave out.

/** Every referenced object with its length. */
export const REFERENCED_OBJECTS = `
  select sha256 as key, length from file where sha256 is not null
  union select key, length from rendition_part`

/** Conditions for tables of which only some rows are backed up. */
export const ROW_FILTERS = {
  // The bytes of unfinished uploads are not backed up, so their rows are not either.
  upload: 'published_at is not null',
  // Watermarked films are encoded on demand and deleted after a day.
  rendition: 'person_id is null',
  rendition_part: 'rendition_id in (select id from rendition where person_id is null)',
}

export const BACKED_UP_OBJECTS = `
  select sha256 as key, length from file where sha256 is not null
  union select key, length from rendition_part where ${ROW_FILTERS.rendition_part}`
