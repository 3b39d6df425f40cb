/** A reply that a worker thread has already written as JSON. */
export class JsonReply {
  readonly bytes: Uint8Array
  readonly etag: string

  constructor({ bytes, etag }: { bytes: Uint8Array; etag: string }) {
    this.bytes = bytes
    this.etag = etag
  }
}
