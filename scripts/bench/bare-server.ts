// The baseline of the benchmark: node:http and the same driver return one row by its key, without
// permissions or rules.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

const [url, port] = process.argv.slice(2) as [string, string]
const pool = new pg.Pool({ connectionString: url, max: 4 })

createServer((request, response) => void respond(request, response)).listen(
  Number(port),
  '127.0.0.1',
  () => process.send?.('ready'),
)

async function respond(request: IncomingMessage, response: ServerResponse) {
  const id = request.url!.slice(1)
  const { rows } = await pool.query<{ body: string }>({
    name: 'bare',
    text: 'select body from bare where id = $1',
    values: [id],
  })
  const body = Buffer.from(rows[0]!.body)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
}
