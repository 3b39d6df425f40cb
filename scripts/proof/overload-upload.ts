// Uploads with tus, in one request each.
import { parse, send, type ProofConnection, type ProofResponse } from './send.ts'

/** All files have the same content, so that they take the space of one. */
const BYTES = Buffer.alloc(4 * 1024 * 1024, 7)
const TUS = { 'tus-resumable': '1.0.0' }

/** Registers a file, begins an upload and sends it. A refusal of any of the three is the result. */
export const uploadOnce =
  (connection: ProofConnection, asset: string) => async (): Promise<ProofResponse> => {
    const body = { name: 'overload.bin', asset }
    const file = await send(connection, 'POST', '/files', { body })
    if (file.status !== 200) return file
    const begun = await send(connection, 'POST', '/uploads', {
      headers: {
        ...TUS,
        'upload-length': String(BYTES.length),
        'upload-metadata': `file ${btoa(String(parse(file)._id))}`,
      },
    })
    if (begun.status !== 201) return begun
    return send(connection, 'PATCH', begun.location!.replace('/api', ''), {
      bytes: BYTES,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })
  }
