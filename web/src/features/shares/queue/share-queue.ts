// The files that a user has put aside to share. The service stores them with the user
// (`shareQueue`), so they survive a reload and follow the user to another device.

export type QueuedFile = { _id: string; name: string }

/** As many as one share can have. */
export const MAX_QUEUED = 500

/** Other programs may have added entries, also plain ids. Anything else is left out. */
export function parseShareQueue(entries: readonly unknown[]): QueuedFile[] {
  const files = entries.flatMap((entry): QueuedFile[] => {
    if (typeof entry === 'string') return [{ _id: entry, name: entry }]
    const { _id, name } = (entry ?? {}) as { _id?: unknown; name?: unknown }
    if (typeof _id !== 'string') return []
    return [{ _id, name: typeof name === 'string' ? name : _id }]
  })
  return addFiles([], files)
}

/** Files that are in the queue already stay where they are. */
export const addFiles = (
  queue: readonly QueuedFile[],
  added: readonly QueuedFile[],
): QueuedFile[] =>
  [...new Map([...added, ...queue].map(({ _id, name }) => [_id, { _id, name }])).values()]
    .toSorted((one, other) => placeOf(queue, one) - placeOf(queue, other))
    .slice(0, MAX_QUEUED)

const placeOf = (queue: readonly QueuedFile[], { _id }: QueuedFile) => {
  const place = queue.findIndex((file) => file._id === _id)
  return place === -1 ? queue.length : place
}

export const removeFiles = (queue: readonly QueuedFile[], removed: readonly string[]) =>
  queue.filter(({ _id }) => !removed.includes(_id))
