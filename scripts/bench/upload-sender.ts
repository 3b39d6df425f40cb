// Sends an upload in one request and reports the time. It runs in its own process, so that it does
// not share a thread with the receiver.
import { request } from 'node:http'

const [port, path, bytes, authorization] = process.argv.slice(2) as [string, string, string, string]
const chunk = Buffer.alloc(1024 * 1024, 7)
const began = performance.now()
const call = request(
  {
    host: '127.0.0.1',
    port,
    path,
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes,
      ...(authorization && { authorization }),
    },
  },
  (response) =>
    response
      .resume()
      .on('end', () =>
        process.send!(
          response.statusCode === 204
            ? (performance.now() - began) / 1000
            : `responded with ${response.statusCode}`,
        ),
      ),
)
call.on('error', (error) => process.send!(error.message))

let left = Number(bytes)
function writeChunks() {
  let hasRoom = true
  while (left > 0 && hasRoom) {
    const sent = left >= chunk.length ? chunk : chunk.subarray(0, left)
    left -= sent.length
    hasRoom = call.write(sent)
  }
  if (left > 0) call.once('drain', writeChunks)
  else call.end()
}
writeChunks()
