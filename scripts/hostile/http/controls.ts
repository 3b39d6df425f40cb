// The same attacks on a server with the defaults of Node, which gives way to several of them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exchange, lines, statusesIn } from '../tools/socket.ts'

export async function defaultServer(): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then((body) =>
      response.end(
        JSON.stringify({ body: JSON.parse(body) as unknown, host: request.headers.host }),
      ),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const post = (...bytes: (string | number)[]) => {
    const body = Buffer.concat(
      bytes.map((one) => (typeof one === 'string' ? Buffer.from(one) : Buffer.from([one]))),
    )
    const head = lines(
      'POST / HTTP/1.1',
      'Host: evil.example',
      'Content-Type: text/plain',
      `Content-Length: ${body.length}`,
    )
    return exchange(port, Buffer.concat([Buffer.from(head), body]))
  }
  const accepted = {
    'duplicate keys': await post('{"roles":[],"roles":["admin"]}'),
    'invalid UTF-8': await post('{"a":"', 0xff, '"}'),
    'half of a surrogate pair': await post(String.raw`{"a":"\ud800"}`),
    'deep nesting': await post(`${'['.repeat(1000)}${']'.repeat(1000)}`),
    'another content type and a forged host': await post('{}'),
  }
  server.closeAllConnections()
  server.close()
  for (const [name, reply] of Object.entries(accepted))
    assert.deepEqual(statusesIn(reply), [200], name)
  assert.match(accepted['duplicate keys'], /"admin"/)
  assert.match(accepted['another content type and a forged host'], /evil\.example/)
  return `accepts ${Object.keys(accepted).join(', ')}`
}
