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
 * The file itself is at fault: trying again will not help. The message is a sentence for the person
 * who uploaded it.
 */
export class MediaError extends Error {
  readonly code: MediaErrorCode
  constructor(code: MediaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unplayable'
    this.code = code
  }
}
