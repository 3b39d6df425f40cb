const MAX_LENGTH = 200

/** Keys come from the request. A response does not repeat a large one. */
export const shortPointer = (pointer: string): string =>
  pointer.length > MAX_LENGTH ? `${pointer.slice(0, MAX_LENGTH).toWellFormed()}…` : pointer
