/** A reply that a worker thread has already written as JSON. */
export class JsonReply {
  /** In pieces, which a long reply has many of. */
  readonly bytes: readonly Uint8Array[]
  readonly etag: string
  /** The address of the record, for requests that create it. */
  readonly location: string | undefined

  constructor(reply: { bytes: readonly Uint8Array[]; etag: string; location?: string }) {
    this.bytes = reply.bytes
    this.etag = reply.etag
    this.location = reply.location
  }
}
