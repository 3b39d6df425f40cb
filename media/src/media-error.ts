export type MediaErrorCode =
  | 'media.unknown-format'
  | 'media.unreadable'
  | 'media.truncated'
  | 'media.too-large'
  | 'media.no-picture'
  | 'media.no-sound'
  | 'media.not-copyable'
  | 'media.empty'
  | 'media.no-letters'

/**
 * Something is wrong with the file, so a retry does not help. The message is shown to the person who
 * uploaded it.
 */
export class MediaError extends Error {
  readonly code: MediaErrorCode
  constructor(code: MediaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MediaError'
    this.code = code
  }
}
