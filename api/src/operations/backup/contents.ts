// What the slices have that a backup must know of.

/** Every object that a row names, with its length. */
export const REFERENCED_OBJECTS = `
  select sha256 as key, length from file where sha256 is not null
  union select key, length from rendition_part`

/** Of some tables only these rows go into a backup. */
export const ROW_FILTERS = {
  // Bytes that are still on their way are not in a backup, so neither is the promise that they are
  // kept: who sends them begins anew.
  upload: 'published_at is not null',
  // A film with somebody's name burned in is made when it is asked for, and dropped after a day.
  rendition: 'person_id is null',
  rendition_part: 'rendition_id in (select id from rendition where person_id is null)',
}

export const BACKED_UP_OBJECTS = `
  select sha256 as key, length from file where sha256 is not null
  union select key, length from rendition_part where ${ROW_FILTERS.rendition_part}`
