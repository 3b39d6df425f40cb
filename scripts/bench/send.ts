// Sends an upload in one breath and prints how long it took: a process of its own, so that it does
// not share a thread with who receives.
import { request } from 'node:http'

const [port, path, bytes, authorization] = process.argv.slice(2) as [string, string, string, string]
const piece = Buffer.alloc(1024 * 1024, 7)
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
            : `answered ${response.statusCode}`,
        ),
      ),
)
call.on('error', (error) => process.send!(error.message))

let left = Number(bytes)
function pour() {
  let flows = true
  while (left > 0 && flows) {
    const sent = left >= piece.length ? piece : piece.subarray(0, left)
    left -= sent.length
    flows = call.write(sent)
  }
  if (left > 0) call.once('drain', pour)
  else call.end()
}
pour()
